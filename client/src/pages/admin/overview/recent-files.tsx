import type { UseQueryResult } from '@tanstack/react-query'
import type { ReviewedFile } from '@shared/files'
import { NoAccountBadge } from '@/features/files/no-account-badge'
import { formatDateTime, fullName } from '@/lib/format'
import type { Page } from '@/lib/http'
import { paths, withQuery } from '@/lib/paths'
import { EmptyState } from '@/ui/empty-state'
import { FileName } from '@/ui/file-name'
import { OverviewSection } from './overview-section'
import { CutName, RecentList, type RecentItem } from './recent-list'

export function RecentFiles({ list }: { list: UseQueryResult<Page<ReviewedFile>> }) {
  return (
    <OverviewSection
      title="Recent File Uploads"
      all={{ label: 'All credit reports', path: paths.adminReports }}
      isError={list.isError}
      onRetry={() => void list.refetch()}
    >
      <RecentList
        items={list.data?.rows.map(describe)}
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

const describe = (file: ReviewedFile): RecentItem => ({
  id: file.id,
  name: <FileName name={file.fileName} />,
  path: withQuery(paths.adminReports, { open: String(file.id) }),
  facts: file.owner ? <CutName name={fullName(file.owner)} /> : <NoAccountBadge />,
  time: formatDateTime(file.createdAt),
  status: file.status,
})
