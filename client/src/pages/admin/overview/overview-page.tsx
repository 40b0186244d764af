import { useQuery } from '@tanstack/react-query'
import { credentialsOverviewQuery } from '@/features/credentials/api'
import { reviewedFilesQuery } from '@/features/files/api'
import { overviewQuery } from '@/features/overview/api'
import { usersQuery } from '@/features/users/api'
import { paths, withQuery } from '@/lib/paths'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { Applications } from './applications'
import { CountCard } from './count-card'
import { CredentialsOverview } from './credentials-overview'
import { RecentFiles, RecentUsers } from './recent-list'
import { TodoList } from './todo-list'

const recentCount = '5'

export function OverviewPage() {
  const overview = useQuery(overviewQuery)
  useQuietRefresh(() => void overview.refetch())
  const users = useQuery(usersQuery({ limit: recentCount }))
  const files = useQuery(reviewedFilesQuery({ limit: recentCount }))
  const credentials = useQuery(credentialsOverviewQuery({ limit: recentCount }))

  // The height of the to-do list depends on what there is to do: what is below them waits, so that it never moves.
  if (overview.isPending) return <OverviewSkeleton />
  return (
    <div className="grid gap-10 max-md:pb-16">
      {overview.data ? (
        <div className="grid gap-3">
          <TodoList overview={overview.data} />
          <Applications overview={overview.data} />
        </div>
      ) : (
        <LoadError what="The overview" onRetry={overview.refetch} />
      )}
      <ul
        aria-label="Counts"
        className="grid grid-cols-2 gap-3 md:grid-cols-6 md:*:col-span-2 md:*:nth-[n+4]:col-span-3 xl:grid-cols-5 xl:*:col-span-1 xl:*:nth-[n+4]:col-span-1"
      >
        <CountCard label="Users" count={users.data?.total} path={paths.adminUsers} />
        <CountCard label="Credit Reports" count={files.data?.total} path={paths.adminReports} />
        <CountCard
          label="Monitoring Credentials"
          count={credentials.data?.total}
          path={paths.adminCredentials}
        />
        <CountCard
          label="Entrepreneurs"
          count={overview.data?.introductions.entrepreneurs}
          path={withQuery(paths.adminMatching, { tab: 'entrepreneurs' })}
        />
        <CountCard
          label="Partner Approvals"
          count={overview.data?.introductions.succeeded}
          path={withQuery(paths.adminMatching, { tab: 'matches', status: 'succeeded' })}
          note="Both sides accepted"
        />
      </ul>
      <div className="grid gap-10 xl:grid-cols-2 xl:gap-8">
        <RecentFiles list={files} />
        <RecentUsers list={users} />
      </div>
      <CredentialsOverview list={credentials} />
    </div>
  )
}

function OverviewSkeleton() {
  return (
    <div className="grid gap-3">
      <Skeleton className="h-32 rounded-xl" />
      <Skeleton className="h-72 rounded-xl" />
    </div>
  )
}
