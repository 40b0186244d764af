import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListedEvent } from '@shared/audit'
import { formatDateTime } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { DateTime } from '@/ui/date-time'
import { EmailText } from '@/ui/email-text'
import { DataTable, type Column } from '@/ui/table'
import { actionText } from './action-texts'

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
    cell: ({ actor }) => <Actor actor={actor} />,
  },
  {
    key: 'action',
    header: 'What',
    cell: ({ action }) => <span className="font-medium">{actionText(action)}</span>,
  },
  {
    key: 'object',
    header: 'About',
    cell: ({ object }) => (object ? <About object={object} /> : ''),
  },
  {
    key: 'details',
    header: 'Details',
    className: 'max-w-64',
    cell: (event) => <span className="wrap-anywhere">{sayDetails(event)}</span>,
  },
  { key: 'ip', header: 'Address', cell: ({ ip }) => <span className="figures">{ip}</span> },
]

/** What was done in the portal, and by whom. */
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

function Actor({ actor }: Pick<ListedEvent, 'actor'>) {
  if (!actor) return <span className="text-muted">Not logged in</span>
  if (!actor.email) return <span className="text-muted">User {actor.id}, deleted</span>
  return <EmailText email={actor.email} />
}

/** `file:12` is File 12; its link shows all that happened to it. */
function About({ object }: { object: string }) {
  const name = object.charAt(0).toUpperCase() + object.slice(1).replace(':', ' ')
  return (
    <Link className="link" href={withQuery(paths.adminAudit, { object })}>
      {name}
    </Link>
  )
}

function sayDetails({ details, requestId }: ListedEvent): string {
  const facts = Object.entries({ ...details, ...(requestId && { request: requestId }) }).map(
    ([name, value]) =>
      `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}: ${value}`,
  )
  return facts.join(', ') || '–'
}
