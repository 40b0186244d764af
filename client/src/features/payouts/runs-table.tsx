import type { ReactNode } from 'react'
import { formatCents } from '@shared/money'
import type { PayoutRun, PayoutState } from '@shared/payouts'
import { formatDate, formatNumber } from '@/lib/format'
import { Badge } from '@/ui/badge'
import { DataTable, type Column } from '@/ui/table'
import { namePeriod, runStateNames } from './payout-texts'

interface RunsTableProps {
  runs: PayoutRun[]
  isLoading: boolean
  empty: ReactNode
  selectedId: number | null
  onSelect: (run: PayoutRun) => void
}

const payable: readonly PayoutState[] = ['ready', 'paying', 'paid']

export function RunsTable({ runs, isLoading, empty, selectedId, onSelect }: RunsTableProps) {
  const columns: Column<PayoutRun>[] = [
    {
      key: 'period',
      header: 'For',
      cell: (run) => (
        <button
          type="button"
          className="link text-left font-medium pointer-coarse:min-h-11"
          onClick={() => onSelect(run)}
        >
          {namePeriod(run)}
        </button>
      ),
    },
    { key: 'state', header: 'Status', cell: ({ state }) => <RunState state={state} /> },
    {
      key: 'count',
      header: 'Payouts',
      align: 'right',
      cell: (run) => formatNumber(sumOf(run).count),
    },
    {
      key: 'sum',
      header: 'Total',
      align: 'right',
      cell: (run) => formatCents(sumOf(run).cents),
    },
    {
      key: 'apart',
      header: 'Not included',
      cell: (run) => formatNumber(apartOf(run)),
      align: 'right',
    },
    {
      key: 'prepared',
      header: 'Prepared',
      cell: ({ createdAt }) => (
        <span className="figures whitespace-nowrap">{formatDate(createdAt)}</span>
      ),
    },
  ]
  return (
    <DataTable
      columns={columns}
      rows={runs}
      rowKey={({ id }) => id}
      caption="Payout runs"
      loading={isLoading}
      empty={empty}
      selectedKey={selectedId}
      oneLine
    />
  )
}

export function RunState({ state }: { state: PayoutRun['state'] }) {
  return (
    <Badge tone={state === 'done' ? 'success' : state === 'draft' ? 'warning' : 'neutral'}>
      {runStateNames[state]}
    </Badge>
  )
}

const sumOf = ({ totals }: PayoutRun) =>
  totals
    .filter(({ state }) => payable.includes(state))
    .reduce((sum, one) => ({ count: sum.count + one.count, cents: sum.cents + one.cents }), {
      count: 0,
      cents: 0,
    })

const apartOf = ({ totals }: PayoutRun) =>
  totals.filter(({ state }) => !payable.includes(state)).reduce((sum, { count }) => sum + count, 0)
