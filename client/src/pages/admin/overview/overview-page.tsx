import { useQuery } from '@tanstack/react-query'
import { credentialsOverviewQuery } from '@/features/credentials/api'
import { reviewedFilesQuery } from '@/features/files/api'
import { usersQuery } from '@/features/users/api'
import { paths } from '@/lib/paths'
import { CountCard } from './count-card'
import { CredentialsOverview } from './credentials-overview'
import { RecentFiles } from './recent-files'
import { RecentUsers } from './recent-users'

const recentCount = '5'
const nothingRecorded = 'Not tracked yet.'

export function OverviewPage() {
  const users = useQuery(usersQuery({ limit: recentCount }))
  const files = useQuery(reviewedFilesQuery({ limit: recentCount }))
  const credentials = useQuery(credentialsOverviewQuery())

  return (
    <div className="grid gap-10">
      <ul aria-label="Counts" className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-5">
        <CountCard label="Users" count={users.data?.total} path={paths.adminUsers} />
        <CountCard label="Credit Reports" count={files.data?.total} path={paths.adminReports} />
        <CountCard
          label="Monitoring Credentials"
          count={credentials.data?.total}
          path={paths.adminCredentials}
        />
        <CountCard label="Entrepreneurs" count={0} note={nothingRecorded} />
        <CountCard label="Partner Approvals" count={0} note={nothingRecorded} />
      </ul>
      <div className="grid gap-10 xl:grid-cols-2 xl:gap-8">
        <RecentFiles list={files} />
        <RecentUsers list={users} />
      </div>
      <CredentialsOverview list={credentials} />
    </div>
  )
}
