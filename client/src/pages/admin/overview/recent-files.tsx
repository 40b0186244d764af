import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ReviewedFile } from '@shared/files'
import { NoAccountBadge } from '@/features/files/no-account-badge'
import { formatDateTime, fullName } from '@/lib/format'
import type { Page } from '@/lib/http'
import { paths, withQuery } from '@/lib/paths'
import { EmptyState } from '@/ui/empty-state'
import { FileName } from '@/ui/file-name'
import { StatusBadge } from '@/ui/status-badge'
import { DataTable, type Column } from '@/ui/table'
import { OverviewSection } from './overview-section'

const columns: Column<ReviewedFile>[] = [
  {
    key: 'name',
    header: 'File name',
    className: 'max-w-40',
    cell: (file) => (
      <Link
        href={withQuery(paths.adminReports, { open: String(file.id) })}
        className="link flex min-w-0 font-medium"
      >
        <FileName name={file.fileName} />
      </Link>
    ),
  },
  {
    key: 'submitted-by',
    header: 'Submitted by',
    className: 'max-w-36',
    cell: (file) =>
      file.owner ? (
        <span className="wrap-anywhere">{fullName(file.owner)}</span>
      ) : (
        <NoAccountBadge />
      ),
  },
  { key: 'status', header: 'Status', cell: (file) => <StatusBadge status={file.status} /> },
  {
    key: 'date',
    header: 'Date',
    cell: (file) => <span className="figures">{formatDateTime(file.createdAt)}</span>,
  },
]

export function RecentFiles({ list }: { list: UseQueryResult<Page<ReviewedFile>> }) {
  return (
    <OverviewSection
      title="Recent File Uploads"
      all={{ label: 'All credit reports', path: paths.adminReports }}
      isError={list.isError}
      onRetry={() => void list.refetch()}
    >
      <DataTable
        columns={columns}
        rows={list.data?.rows ?? []}
        rowKey={(file) => file.id}
        caption="Recent file uploads"
        loading={list.isPending}
        empty={
          <EmptyState
            title="No files yet"
            description="Every document that is uploaded appears here."
          />
        }
      />
    </OverviewSection>
  )
}
