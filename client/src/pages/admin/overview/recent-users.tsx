import type { UseQueryResult } from '@tanstack/react-query'
import type { ListedUser } from '@shared/users'
import { formatDateTime, fullName } from '@/lib/format'
import type { Page } from '@/lib/http'
import { paths, withQuery } from '@/lib/paths'
import { EmailText } from '@/ui/email-text'
import { EmptyState } from '@/ui/empty-state'
import { OverviewSection } from './overview-section'
import { CutName, RecentList, type RecentItem } from './recent-list'

export function RecentUsers({ list }: { list: UseQueryResult<Page<ListedUser>> }) {
  return (
    <OverviewSection
      title="Recent Users"
      all={{ label: 'All users', path: paths.adminUsers }}
      isError={list.isError}
      onRetry={() => void list.refetch()}
    >
      <RecentList
        items={list.data?.rows.map(describe)}
        empty={
          <EmptyState title="No users yet" description="Everyone who signs up appears here." />
        }
      />
    </OverviewSection>
  )
}

const describe = (user: ListedUser): RecentItem => ({
  id: user.id,
  name: <CutName name={fullName(user)} />,
  path: withQuery(paths.adminUsers, { open: String(user.id) }),
  facts: <EmailText email={user.email} />,
  time: formatDateTime(user.createdAt),
  status: user.status,
})
