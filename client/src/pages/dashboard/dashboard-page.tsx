import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '@shared/accounts'
import { AccountHeader } from '@/features/accounts/account-header'
import { useSession } from '@/features/accounts/use-session'
import { ownCredentialsQuery } from '@/features/credentials/api'
import { filesQuery } from '@/features/files/api'
import { brand } from '@/lib/brand'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { DocumentsSection } from './documents-section'
import { SharedLogins } from './shared-logins'
import { StatusPanel, WelcomePanel } from './status-panels'

export function DashboardPage() {
  useDocumentTitle(brand.portalName)
  const { user } = useSession()
  // The guard shows this page only to someone; while logging out there is no one for a moment.
  return user ? <Dashboard user={user} /> : null
}

const isRejected = ({ status }: { status: string }) => status === 'rejected'

function Dashboard({ user }: { user: CurrentUser }) {
  const { data: files = [] } = useQuery(filesQuery)
  const { data: logins = [] } = useQuery(ownCredentialsQuery)
  const needsProof =
    user.status === 'pending' && [...(files ?? []), ...(logins ?? [])].some(isRejected)

  return (
    <div className="min-h-dvh">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <AccountHeader user={user} other={{ name: 'Account', path: paths.account }} />
      <main
        id="main"
        tabIndex={-1}
        className="shell grid grid-cols-[minmax(0,1fr)] gap-6 py-8 md:gap-8 md:py-12"
      >
        <h1 tabIndex={-1}>{brand.portalName}</h1>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <StatusPanel user={user} needsProof={needsProof} />
          <WelcomePanel user={user} needsProof={needsProof} />
        </div>
        <DocumentsSection user={user} logins={logins ?? []} />
        {logins?.length ? <SharedLogins user={user} logins={logins} /> : null}
      </main>
    </div>
  )
}
