import { useQuery } from '@tanstack/react-query'
import type { MailChoice } from '@shared/mail-choices'
import { put } from '@/lib/http'
import { useAction } from '@/lib/use-action'
import { Card } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { Switch } from '@/ui/switch'
import { mailChoicesQuery, mailKindNames } from './choices-api'

const [path] = mailChoicesQuery.queryKey

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
  const choices = useQuery(mailChoicesQuery)
  const change = useAction({
    send: ({ kind, isWanted }: MailChoice) => put<MailChoice[]>(`${path}/${kind}`, { isWanted }),
    sets: [path],
    // Each answer has all choices, and an earlier one must not overwrite a later one.
    queue: path,
    done: (_choices, { isWanted }) => (isWanted ? 'Email turned on' : 'Email turned off'),
    failure: 'Your choice was not saved',
  })

  return (
    <Loaded query={choices} what="Your email choices" skeleton="h-36">
      {(found) => (
        <ul className="grid gap-2 border-t pt-4">
          {found.map(({ kind, isWanted }) => (
            <li key={kind}>
              <Switch
                label={mailKindNames[kind]}
                checked={isWanted}
                onChange={(wanted) => void change.act({ kind, isWanted: wanted })}
              />
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  )
}
