import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ListedUser } from '@shared/users'
import { formatDateTime, fullName } from '@/lib/format'
import type { Page } from '@/lib/http'
import { paths, withQuery } from '@/lib/paths'
import { EmptyState } from '@/ui/empty-state'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { OverviewSection } from './overview-section'

const columns: Column<ListedUser>[] = [
  {
    key: 'name',
    header: 'Name',
    className: 'max-w-40',
    cell: (user) => (
      <Link
        href={withQuery(paths.adminUsers, { open: String(user.id) })}
        className="link wrap-anywhere font-medium"
      >
        {fullName(user)}
      </Link>
    ),
  },
  {
    key: 'email',
    header: 'Email',
    className: 'max-w-40',
    cell: (user) => <span className="wrap-anywhere">{user.email}</span>,
  },
  { key: 'status', header: 'Status', cell: (user) => <StatusBadge status={user.status} /> },
  {
    key: 'registered',
    header: 'Registered',
    cell: (user) => <span className="figures">{formatDateTime(user.createdAt)}</span>,
  },
]

export function RecentUsers({ list }: { list: UseQueryResult<Page<ListedUser>> }) {
  return (
    <OverviewSection
      title="Recent Users"
      all={{ label: 'All users', path: paths.adminUsers }}
      isError={list.isError}
      onRetry={() => void list.refetch()}
    >
      <DataTable
        columns={columns}
        rows={list.data?.rows ?? []}
        rowKey={(user) => user.id}
        caption="Recent users"
        loading={list.isPending}
        empty={
          <EmptyState title="No users yet" description="Everybody who signs up appears here." />
        }
      />
    </OverviewSection>
  )
}
