import type { ReactNode } from 'react'
import { methodTitle } from '@shared/payment-methods'
import { formatCents } from '@shared/money'
import type { PayoutLine } from '@shared/payouts'
import { formatDate } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { DataTable, type Column } from '@/ui/table'
import { UserLink } from '@/ui/user-link'
import { sayReason } from './payout-texts'

interface LinesTableProps {
  caption: string
  lines: PayoutLine[]
  /** At the end of each row. */
  renderActions?: (line: PayoutLine) => ReactNode
}

/** The lines of a run that are in one state. */
export function LinesTable({ caption, lines, renderActions }: LinesTableProps) {
  const columns: Column<PayoutLine>[] = [
    {
      key: 'payee',
      header: 'Payee',
      className: 'w-1/4 min-w-40',
      cell: ({ payeeId, name }) => (
        <UserLink
          user={name === null ? null : { id: payeeId, name }}
          without={`User ${payeeId}, deleted`}
        />
      ),
    },
    {
      key: 'cents',
      header: 'Amount',
      align: 'right',
      className: 'w-1/10',
      cell: ({ cents }) => formatCents(cents),
    },
    {
      key: 'year',
      header: 'Calendar year',
      className: 'w-1/6',
      cell: ({ yearCents, mustBeReported }) => (
        <span className="inline-flex flex-wrap items-center gap-2">
          <span className="figures">{formatCents(yearCents)}</span>
          {mustBeReported ? <Badge tone="warning">Report</Badge> : null}
        </span>
      ),
    },
    {
      key: 'how',
      header: 'Method',
      className: 'w-1/5',
      cell: ({ method, lastFour }) =>
        method ? (
          <span>
            <span>{methodTitle(method)}</span>
            {lastFour ? <span className="figures"> ••{lastFour}</span> : null}
          </span>
        ) : (
          <span>–</span>
        ),
    },
    {
      key: 'note',
      header: 'Note',
      className: 'max-w-64',
      cell: (line) => <Note line={line} />,
    },
    ...(renderActions ? [{ key: 'actions', header: 'Mark as', cell: renderActions }] : []),
  ]
  return (
    <DataTable
      columns={columns}
      rows={lines}
      rowKey={({ id }) => id}
      caption={caption}
      cardsBelow="52rem"
    />
  )
}

function Note({ line }: { line: PayoutLine }) {
  const { reference, settledAt } = line
  const said = [
    reference ? `Reference ${reference}` : '',
    sayReason(line),
    settledAt ? formatDate(settledAt) : '',
  ]
  return <span className="text-sm wrap-anywhere">{said.filter(Boolean).join(', ') || '–'}</span>
}
