import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type PersonHistory as History, personHistoryLength } from '@shared/audit'
import type { MailStatus } from '@shared/mail'
import { formatDateTime } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { PanelSection } from '@/ui/card'
import { Loaded } from '@/ui/loaded'
import { EventActor, EventText, personHistoryQuery } from './events'

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
              at={entry.event.at}
            />
          ) : (
            <Entry
              key={`mail-${entry.mail.id}`}
              what={`Email: ${entry.mail.subject}`}
              who={mailWords[entry.mail.status]}
              at={entry.mail.at}
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
  )
}

const mailWords: Record<MailStatus, string> = {
  queued: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Failed',
  cancelled: 'Canceled',
}

function Entry({ what, who, at }: { what: ReactNode; who: ReactNode; at: string }) {
  return (
    <li className="min-w-0 border-l-2 pl-3">
      <p className="wrap-anywhere">{what}</p>
      <p className="text-muted">
        {who} · <span className="figures whitespace-nowrap">{formatDateTime(at)}</span>
      </p>
    </li>
  )
}
