import { useQuery } from '@tanstack/react-query'
import type { MailChoiceKind } from '@shared/mail-choices'
import { toast } from '@/lib/toast-store'
import { toastError } from '@/lib/toast-error'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { Switch } from '@/ui/switch'
import { mailChoicesQuery, mailKindNames, useChangeMailChoice } from './choices-api'

/** Which emails about referrals someone wants to get. */
export function MailChoicesSection() {
  return (
    <Card
      titleAs="h3"
      title="Emails About Your Referrals"
      description="Turn off the ones you don’t want. If you’ve withdrawn your consent to email, we won’t send any of these."
    >
      <MailChoices />
    </Card>
  )
}

function MailChoices() {
  const { data, isError, refetch } = useQuery(mailChoicesQuery)
  const change = useChangeMailChoice()
  if (isError) return <LoadError what="Your email choices" onRetry={refetch} />
  if (!data) return <Skeleton className="h-36" />

  async function handleChange(kind: MailChoiceKind, isWanted: boolean) {
    try {
      await change.mutateAsync({ kind, isWanted })
      toast({ title: isWanted ? 'Email turned on' : 'Email turned off' })
    } catch (error) {
      toastError('Your choice was not saved', error)
    }
  }

  return (
    <ul className="grid gap-2 border-t pt-4">
      {data.map(({ kind, isWanted }) => (
        <li key={kind}>
          <Switch
            label={mailKindNames[kind]}
            checked={isWanted}
            onChange={(wanted) => void handleChange(kind, wanted)}
          />
        </li>
      ))}
    </ul>
  )
}
