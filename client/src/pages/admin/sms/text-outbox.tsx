import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { textStatuses } from '@shared/list-choices'
import type { ListedText } from '@shared/texts'
import { textsQuery, useCancelText } from '@/features/texts/api'
import { textKindNames } from '@/features/texts/event-switches'
import { formatDateTime, formatPhone } from '@/lib/format'
import { toastError } from '@/lib/toast-error'
import { useListAddress } from '@/lib/use-list-address'
import { toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { UserLink } from '@/ui/user-link'
import { ListPage } from '../list-page'
import { outboxColumns } from '../outbox-columns'

/** Every text that the portal has to send or has sent, and the outcome. */
export function TextOutbox() {
  const address = useListAddress({ statuses: textStatuses })
  const { status, cursor } = address
  const list = useQuery(textsQuery({ status, cursor }))
  const canceling = useCancelText()

  async function cancel(text: ListedText) {
    try {
      await canceling.mutateAsync(text.id)
      toast({ title: 'Text canceled' })
    } catch (error) {
      toastError('The text was not canceled', error)
    }
  }

  return (
    <ListPage
      address={address}
      list={list}
      nouns={{ singular: 'text', plural: 'texts' }}
      emptyTexts={{
        noneYet: 'No texts yet',
        whatAppears: 'Every text message the portal sends appears here.',
      }}
      caption="Outbox"
      columns={outboxColumns<ListedText>({
        names: [
          {
            key: 'person',
            header: 'Person',
            cell: ({ person, recipient }) => (
              <>
                <UserLink user={person} without="" />
                <div className="figures text-sm whitespace-nowrap">{formatPhone(recipient)}</div>
              </>
            ),
          },
          { key: 'kind', header: 'About', cell: ({ kind }) => textKindNames[kind] },
        ],
        describeNext: ({ nextAttemptAt }) =>
          nextAttemptAt && `Will be sent ${formatDateTime(nextAttemptAt)}`,
        actions: (text) =>
          text.status === 'queued' ? (
            <Button
              size="sm"
              variant="secondary"
              aria-label={`Cancel the text to ${text.person.name}`}
              icon={<Ban />}
              disabled={canceling.isPending && canceling.variables === text.id}
              onClick={() => void cancel(text)}
            >
              Cancel
            </Button>
          ) : null,
      })}
      density="dense"
    />
  )
}
