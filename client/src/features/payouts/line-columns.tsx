import { formatCents } from '@shared/money'
import { methodTitle } from '@shared/payment-methods'
import type { PayoutLine } from '@shared/payouts'
import { formatDate } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { moneyColumn } from '@/ui/columns'
import type { Column } from '@/ui/table'
import { UserLink } from '@/ui/text'
import { LineActions, type Marking } from './mark-payouts'
import { sayReason } from './payout-texts'

/** The lines of a run; with `onMark`, each with its buttons. */
export const lineColumns = (onMark: ((marking: Marking) => void) | null): Column<PayoutLine>[] => [
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
  moneyColumn({
    key: 'cents',
    header: 'Amount',
    className: 'w-1/10',
    value: ({ cents }) => cents,
  }),
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
  { key: 'note', header: 'Note', className: 'max-w-64', cell: (line) => <Note line={line} /> },
  ...(onMark
    ? [
        {
          key: 'actions',
          header: 'Mark as',
          cell: (line: PayoutLine) => <LineActions line={line} onMark={onMark} />,
        },
      ]
    : []),
]

function Note({ line }: { line: PayoutLine }) {
  const { reference, settledAt } = line
  const said = [
    reference ? `Reference ${reference}` : '',
    sayReason(line),
    settledAt ? formatDate(settledAt) : '',
  ]
  return <span className="text-sm wrap-anywhere">{said.filter(Boolean).join(', ') || '–'}</span>
}
