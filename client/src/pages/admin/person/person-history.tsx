import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { type PersonHistory as History, personHistoryLength } from '@shared/audit'
import type { ListedMessage } from '@shared/messages'
import { deliveryWords, SentMail } from '@/features/mail/sent-mail'
import { inboxItemQuery } from '@/features/messages/inbox-api'
import { InboxStatus } from '@/features/messages/inbox-details'
import { InboxPanel, useMarkAsRead } from '@/features/messages/inbox-panel'
import { EventActor, EventText, personHistoryQuery } from '@/features/audit/events'
import { formatDateTime } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { PanelSection } from '@/ui/card'
import { Loaded } from '@/ui/loaded'

export function PersonHistory({ user }: { user: { id: number } }) {
  const history = useQuery(personHistoryQuery(user.id))
  return (
    <PanelSection
      title="History"
      className="grid gap-2 border-t pt-4"
      actions={
        <Link
          href={withQuery(paths.adminAudit, { person: String(user.id) })}
          className="link py-2 text-sm pointer-coarse:py-3"
        >
          Show in Audit Trail
        </Link>
      }
    >
      <Loaded query={history} what="The history" skeleton="h-24">
        {(entries) => <HistoryList entries={entries} userId={user.id} />}
      </Loaded>
    </PanelSection>
  )
}

function HistoryList({ entries, userId }: { entries: History; userId: number }) {
  return (
    <>
      <ol className="grid gap-3 text-sm">
        {entries.map((entry) =>
          'event' in entry ? (
            <Entry
              key={`event-${entry.event.id}`}
              what={<EventText event={entry.event} within={userId} />}
              who={<EventActor event={entry.event} />}
              at={entry.at}
            />
          ) : 'mail' in entry ? (
            <MailEntry key={`mail-${entry.mail.id}`} {...entry} />
          ) : 'text' in entry ? (
            <Entry
              key={`text-${entry.text.id}`}
              what="Text message"
              body={entry.text.body}
              who={deliveryWords[entry.text.status]}
              at={entry.at}
            />
          ) : (
            <MessageEntry key={`message-${entry.message.id}`} userId={userId} {...entry} />
          ),
        )}
      </ol>
      {entries.length === personHistoryLength ? (
        <p className="mt-3 text-sm text-muted">
          These are the newest {personHistoryLength} entries. The audit trail has all of them.
        </p>
      ) : null}
    </>
  )
}

function MailEntry({ mail, at }: Extract<History[number], { mail: object }>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Entry
      what={<OpenButton onOpen={() => setIsOpen(true)}>Email: {mail.subject}</OpenButton>}
      who={
        mail.status === 'queued' && mail.nextAttemptAt
          ? `Goes out ${formatDateTime(mail.nextAttemptAt)}`
          : deliveryWords[mail.status]
      }
      at={at}
      opened={isOpen ? <SentMail mail={mail} onClose={() => setIsOpen(false)} /> : null}
    />
  )
}

/** A message from the person, which is read and answered here. */
function MessageEntry(props: Extract<History[number], { message: object }> & { userId: number }) {
  const { message, at, userId } = props
  const [isOpen, setIsOpen] = useState(false)
  const { refetch } = useQuery(personHistoryQuery(userId))
  const close = () => {
    setIsOpen(false)
    void refetch()
  }
  return (
    <Entry
      what={<OpenButton onOpen={() => setIsOpen(true)}>Message: {message.subject}</OpenButton>}
      body={message.message}
      who={<InboxStatus status={message.status} />}
      at={at}
      opened={isOpen ? <OpenMessage id={message.id} onClose={close} /> : null}
    />
  )
}

function OpenMessage({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, isPending } = useQuery(inboxItemQuery<ListedMessage>('support', String(id)))
  useMarkAsRead('support', data ?? null)
  return isPending ? null : <InboxPanel item={data ?? null} onClose={onClose} />
}

const OpenButton = ({ onOpen, children }: { onOpen: () => void; children: ReactNode }) => (
  <button
    type="button"
    className="link text-left wrap-anywhere pointer-coarse:min-h-11"
    onClick={onOpen}
  >
    {children}
  </button>
)

interface EntryProps {
  what: ReactNode
  /** Its words. */
  body?: string | null
  who: ReactNode
  at: string
  /** The dialog in which it is read. */
  opened?: ReactNode
}

function Entry({ what, body, who, at, opened }: EntryProps) {
  return (
    <li className="min-w-0 border-l-2 pl-3">
      <p className="wrap-anywhere">{what}</p>
      {body ? (
        <p dir="auto" className="my-1 line-clamp-6 wrap-anywhere whitespace-pre-line">
          {body}
        </p>
      ) : null}
      <p className="text-muted">
        {who} · <span className="figures whitespace-nowrap">{formatDateTime(at)}</span>
      </p>
      <>{opened}</>
    </li>
  )
}
