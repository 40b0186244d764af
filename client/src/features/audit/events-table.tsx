import type { ReactNode } from 'react'
import type { ListedEvent } from '@shared/audit'
import { formatDateTime } from '@/lib/format'
import { DateTime } from '@/ui/date-time'
import { DataTable, type Column } from '@/ui/table'
import { EventActor, EventText } from './event-text'
import { listFacts } from './event-words'

interface EventsTableProps {
  events: ListedEvent[]
  isLoading: boolean
  empty: ReactNode
}

const columns: Column<ListedEvent>[] = [
  { key: 'at', header: 'Time', cell: ({ at }) => <DateTime text={formatDateTime(at)} /> },
  {
    key: 'actor',
    header: 'Who',
    className: 'max-w-56',
    cell: (event) => <EventActor event={event} />,
  },
  {
    key: 'action',
    header: 'What',
    className: 'max-w-96',
    cell: (event) => <EventText event={event} />,
  },
  { key: 'ip', header: 'Address', cell: ({ ip }) => <span className="figures">{ip}</span> },
  {
    key: 'details',
    header: 'Details',
    className: 'max-w-64',
    cell: (event) => <RawDetails event={event} />,
  },
]

/** What was done in the portal, and who did it. */
export function EventsTable({ events, isLoading, empty }: EventsTableProps) {
  return (
    <DataTable
      columns={columns}
      rows={events}
      rowKey={({ id }) => id}
      caption="Audit trail"
      cardsBelow="65rem"
      loading={isLoading}
      empty={empty}
    />
  )
}

/** What the trail itself holds, for readers who need more than the sentence. */
function RawDetails({ event }: { event: ListedEvent }) {
  const facts = [...listFacts(event), ...(event.actor?.email ? [`by: ${event.actor.email}`] : [])]
  if (facts.length === 0) return '–'
  return (
    <details>
      <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center pointer-coarse:min-h-11">
        Show
      </summary>
      <ul className="mt-1 text-sm wrap-anywhere">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </details>
  )
}
