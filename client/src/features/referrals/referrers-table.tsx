import type { ReactNode } from 'react'
import { formatCents } from '@shared/money'
import type { ListedReferrer } from '@shared/referred-people'
import { formatDate, formatDateTime, formatNumber } from '@/lib/format'
import { ListedEmail } from '@/ui/email-text'
import { OneLine } from '@/ui/one-line'
import { ShortDate } from '@/ui/short-date'
import { DataTable, type Column } from '@/ui/table'
import { UserLink } from '@/ui/user-link'

interface ReferrersTableProps {
  rows: ListedReferrer[]
  isLoading: boolean
  empty: ReactNode
  /** At the end of each row. */
  renderActions: (referrer: ListedReferrer) => ReactNode
}

export function ReferrersTable({ rows, isLoading, empty, renderActions }: ReferrersTableProps) {
  const columns: Column<ListedReferrer>[] = [
    {
      key: 'name',
      header: 'Referrer',
      className: 'w-1/2 max-w-0',
      cell: (row) => (
        <OneLine text={row.name}>
          <UserLink user={row} without="" />
        </OneLine>
      ),
    },
    {
      key: 'email',
      header: 'Email',
      isSecondary: true,
      className: 'w-1/2 max-w-0',
      cell: ({ email }) => <ListedEmail email={email} />,
    },
    {
      key: 'signed-up',
      header: 'Signed up',
      align: 'right',
      cell: ({ signedUp }) => formatNumber(signedUp),
    },
    {
      key: 'approved',
      header: 'Approved',
      align: 'right',
      cell: ({ approved }) => formatNumber(approved),
    },
    {
      key: 'earned',
      header: 'Earned',
      align: 'right',
      cell: ({ earnedCents }) => formatCents(earnedCents),
    },
    {
      key: 'payable',
      header: 'Payable',
      align: 'right',
      cell: ({ payableCents }) => (
        <span className={payableCents < 0 ? 'text-danger' : undefined}>
          {formatCents(payableCents)}
        </span>
      ),
    },
    {
      key: 'last',
      header: 'Last sign-up',
      isSecondary: true,
      cell: ({ lastSignUpAt }) =>
        lastSignUpAt ? (
          <ShortDate day={formatDate(lastSignUpAt)} full={formatDateTime(lastSignUpAt)} />
        ) : (
          <span>–</span>
        ),
    },
    { key: 'actions', header: 'Actions', hideLabel: true, cell: renderActions },
  ]
  return (
    <DataTable
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      caption="Referrers"
      loading={isLoading}
      empty={empty}
      oneLine
    />
  )
}
