import { Ban, CircleCheck, CircleX, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MailStatus } from '@shared/mail'
import type { TextStatus } from '@shared/texts'
import { deliveryWords } from '@/features/mail/sent-mail'
import { Badge, type BadgeLook } from '@/ui/badge'
import { actionsColumn, timeColumn } from '@/ui/columns'
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
  return (
    <div className="min-w-0">
      <Badge {...looks[status]}>{deliveryWords[status]}</Badge>
      {lastError ? <p className="mt-1 text-sm wrap-anywhere text-muted">{lastError}</p> : null}
      {next ? <p className="mt-1 text-sm text-muted">{next}</p> : null}
    </div>
  )
}
