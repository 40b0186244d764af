import { Ban, CircleCheck, CircleX, Clock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { MailStatus } from '@shared/mail'
import type { TextStatus } from '@shared/texts'
import { deliveryWords } from '@/features/mail/sent-mail'
import { Badge, type BadgeLook } from '@/ui/badge'
import { actionsColumn, timeColumn } from '@/ui/columns'
import { useSaid } from '@/ui/status'
import type { Column } from '@/ui/table'

type Status = MailStatus | TextStatus

const looks: Record<Status, BadgeLook> = {
  queued: { tone: 'warning', icon: Clock },
  sending: { tone: 'warning', icon: Clock },
  sent: { tone: 'success', icon: CircleCheck },
  delivered: { tone: 'success', icon: CircleCheck },
  undelivered: { tone: 'danger', icon: CircleX },
  failed: { tone: 'danger', icon: CircleX },
  cancelled: { tone: 'neutral', icon: Ban },
}

interface Delivery {
  status: Status
  lastError: string | null
  createdAt: string
  nextAttemptAt: string | null
}

const minuteMs = 60_000
const askAgainMs = 2_000

/** Whether a row leaves now or within two minutes. One that is overdue by more than a minute waits for its provider. */
const isLeaving = ({ status, nextAttemptAt }: Delivery): boolean => {
  if (status !== 'queued') return status === 'sending'
  const wait = nextAttemptAt ? Date.parse(nextAttemptAt) - Date.now() : Infinity
  return wait > -minuteMs && wait < 2 * minuteMs
}

/** Refetches a page of an outbox while something on it is leaving. */
export const whileLeaving = {
  refetchInterval: ({ state }: { state: { data?: { rows: Delivery[] } | undefined } }) =>
    state.data?.rows.some(isLeaving) ? askAgainMs : (false as const),
}

interface OutboxColumns<Row> {
  /** The columns that name a row. */
  names: Column<Row>[]
  /** When it is tried next, as a sentence. */
  describeNext: (row: Row) => string | null
  actions: (row: Row) => ReactNode
}

/** The columns of a list of emails or texts: each with its outcome. */
export const outboxColumns = <Row extends Delivery>(options: OutboxColumns<Row>): Column<Row>[] => [
  ...options.names,
  {
    header: 'Status',
    className: 'max-w-72',
    cell: (row) => <Outcome {...row} next={options.describeNext(row)} />,
  },
  timeColumn({ header: 'Created', value: ({ createdAt }) => createdAt }),
  actionsColumn(options.actions),
]

function Outcome({ status, lastError, next }: Delivery & { next: string | null }) {
  const isSettled = looks[status].tone === 'success' || looks[status].tone === 'danger'
  // Rows settle by themselves, again after a resend. What the administrator does to them is said by a toast.
  const [wasUnsettled, setWasUnsettled] = useState(!isSettled)
  if (!isSettled && !wasUnsettled) setWasUnsettled(true)
  useSaid(isSettled && wasUnsettled ? deliveryWords[status] : null)
  return (
    <div className="min-w-0">
      <Badge {...looks[status]}>{deliveryWords[status]}</Badge>
      {lastError ? <p className="mt-1 text-sm wrap-anywhere text-muted">{lastError}</p> : null}
      {next ? <p className="mt-1 text-sm text-muted">{next}</p> : null}
    </div>
  )
}
