import { useQuery } from '@tanstack/react-query'
import { personHistoryLength } from '@shared/audit'
import type { ListedMail } from '@shared/mail'
import type { ListedMessage } from '@shared/messages'
import { EventActor, EventText, personHistoryQuery } from '@/features/audit/events'
import { TrailEntry, TrailSection } from '@/features/audit/trail'
import { deliveryWords, SentMail } from '@/features/mail/sent-mail'
import { inboxItemQuery } from '@/features/messages/inbox-api'
import { InboxStatus } from '@/features/messages/inbox-details'
import { InboxPanel, useMarkAsRead } from '@/features/messages/inbox-panel'
import { formatDateTime } from '@/lib/format'
import { Loaded } from '@/ui/loaded'

export function PersonHistory({ user: { id: userId } }: { user: { id: number } }) {
  const history = useQuery(personHistoryQuery(userId))
  return (
    <TrailSection title="History" about={{ person: String(userId) }}>
      <Loaded query={history} what="The history" skeleton="h-24">
        {(entries) => (
          <>
            <ol className="grid gap-3 text-sm">
              {entries.map((entry) =>
                'event' in entry ? (
                  <TrailEntry
                    key={`event-${entry.event.id}`}
                    what={<EventText event={entry.event} within={userId} />}
                    who={<EventActor event={entry.event} />}
                    at={entry.at}
                  />
                ) : 'mail' in entry ? (
                  <TrailEntry
                    key={`mail-${entry.mail.id}`}
                    what={`Email: ${entry.mail.subject}`}
                    who={tellDelivery(entry.mail)}
                    at={entry.at}
                    open={(onClose) => <SentMail mail={entry.mail} onClose={onClose} />}
                  />
                ) : 'text' in entry ? (
                  <TrailEntry
                    key={`text-${entry.text.id}`}
                    what="Text message"
                    body={entry.text.body}
                    who={deliveryWords[entry.text.status]}
                    at={entry.at}
                  />
                ) : (
                  <TrailEntry
                    key={`message-${entry.message.id}`}
                    what={`Message: ${entry.message.subject}`}
                    body={entry.message.message}
                    who={<InboxStatus status={entry.message.status} />}
                    at={entry.at}
                    open={(onClose) => (
                      <OpenMessage
                        id={entry.message.id}
                        onClose={() => {
                          onClose()
                          void history.refetch()
                        }}
                      />
                    )}
                  />
                ),
              )}
            </ol>
            {entries.length === personHistoryLength ? (
              <p className="mt-3 text-sm text-muted">
                These are the newest {personHistoryLength} entries. The audit trail has all of them.
              </p>
            ) : null}
          </>
        )}
      </Loaded>
    </TrailSection>
  )
}

/** A message from the person, which is read and answered here. */
const tellDelivery = ({ status, nextAttemptAt }: Pick<ListedMail, 'status' | 'nextAttemptAt'>) =>
  status === 'queued' && nextAttemptAt && Date.parse(nextAttemptAt) > Date.now()
    ? `Due ${formatDateTime(nextAttemptAt)}`
    : deliveryWords[status]

function OpenMessage({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, isPending } = useQuery(inboxItemQuery<ListedMessage>('support', String(id)))
  useMarkAsRead('support', data ?? null)
  return isPending ? null : <InboxPanel item={data ?? null} onClose={onClose} />
}
