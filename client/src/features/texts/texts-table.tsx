import { Ban, CircleCheck, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { ListedText, TextStatus } from '@shared/texts'
import { formatDateTime, formatPhone } from '@/lib/format'
import { paths, withQuery } from '@/lib/paths'
import { Badge, type BadgeTone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { DateTime } from '@/ui/date-time'
import { DataTable, type Column } from '@/ui/table'
import { textKindNames } from './event-switches'

const textStatusWords: Record<TextStatus, string> = {
  queued: 'Queued',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  undelivered: 'Not delivered',
  failed: 'Failed',
  cancelled: 'Canceled',
}

const looks: Record<TextStatus, { tone: BadgeTone; icon: typeof Clock }> = {
  queued: { tone: 'warning', icon: Clock },
  sending: { tone: 'warning', icon: Clock },
  sent: { tone: 'success', icon: CircleCheck },
  delivered: { tone: 'success', icon: CircleCheck },
  undelivered: { tone: 'danger', icon: CircleX },
  failed: { tone: 'danger', icon: CircleX },
  cancelled: { tone: 'neutral', icon: Ban },
}

interface TextsTableProps {
  texts: ListedText[]
  isLoading: boolean
  empty: ReactNode
  /** The text about which a request is under way. */
  busyId: number | null
  onCancel: (text: ListedText) => void
}

export function TextsTable({ texts, isLoading, empty, busyId, onCancel }: TextsTableProps) {
  const columns: Column<ListedText>[] = [
    {
      key: 'person',
      header: 'Person',
      cell: ({ person, recipient }) => (
        <>
          <Link
            href={withQuery(paths.adminUsers, { open: String(person.id) })}
            className="link wrap-anywhere"
          >
            {person.name}
          </Link>
          <div className="figures text-sm whitespace-nowrap">{formatPhone(recipient)}</div>
        </>
      ),
    },
    { key: 'kind', header: 'About', cell: ({ kind }) => textKindNames[kind] },
    { key: 'status', header: 'Status', className: 'max-w-72', cell: Status },
    {
      key: 'created',
      header: 'Created',
      cell: (text) => <DateTime text={formatDateTime(text.createdAt)} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideLabel: true,
      cell: (text) =>
        text.status === 'queued' ? (
          <Button
            size="sm"
            variant="secondary"
            icon={<Ban />}
            disabled={busyId === text.id}
            aria-label={`Cancel the text to ${text.person.name}`}
            onClick={() => onCancel(text)}
          >
            Cancel
          </Button>
        ) : null,
    },
  ]
  return (
    <DataTable
      columns={columns}
      rows={texts}
      rowKey={(text) => text.id}
      caption="Outbox"
      cardsBelow="52rem"
      loading={isLoading}
      empty={empty}
    />
  )
}

function Status({ status, lastError, nextAttemptAt }: ListedText) {
  const { tone, icon: Icon } = looks[status]
  return (
    <div className="min-w-0">
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {textStatusWords[status]}
      </Badge>
      {lastError ? <p className="mt-1 text-sm wrap-anywhere text-muted">{lastError}</p> : null}
      {nextAttemptAt ? (
        <p className="mt-1 text-sm text-muted">Will be sent {formatDateTime(nextAttemptAt)}</p>
      ) : null}
    </div>
  )
}
