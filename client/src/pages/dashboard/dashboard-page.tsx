import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import { LogoutButton } from '@/features/accounts/logout-button'
import { useSession } from '@/features/accounts/use-session'
import { brand } from '@/lib/brand'
import { useDocumentTitle } from '@/lib/document-title'
import { fullName } from '@/lib/format'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Logo } from '@/ui/logo'
import { StatusBadge } from '@/ui/status-badge'
import { DocumentsSection } from './documents-section'
import { StatusPanel, WelcomePanel } from './status-panels'

export function DashboardPage() {
  useDocumentTitle(brand.portalName)
  const { user } = useSession()
  // The guard shows this page only to somebody; while logging out there is nobody for a moment.
  return user ? <Dashboard user={user} /> : null
}

function Dashboard({ user }: { user: CurrentUser }) {
  return (
    <div className="min-h-dvh">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <DashboardHeader user={user} />
      <main id="main" tabIndex={-1} className="shell grid gap-6 py-8 md:gap-8 md:py-12">
        <h1 tabIndex={-1}>{brand.portalName}</h1>
        <div className="grid gap-6 lg:grid-cols-[3fr_2fr] lg:items-start">
          <WelcomePanel user={user} />
          <StatusPanel status={user.status} />
        </div>
        <DocumentsSection isAdmin={user.isAdmin === 1} />
      </main>
    </div>
  )
}

function DashboardHeader({ user }: { user: CurrentUser }) {
  return (
    <header className="sticky top-0 z-40 border-b bg-paper">
      <div className="shell flex min-h-header flex-wrap items-center justify-between gap-x-6 gap-y-2 py-2">
        <Link href={paths.home} aria-label={`${brand.portalName}, home`}>
          <Logo name={brand.portalName} />
        </Link>
        <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-2">
          <div className="min-w-0 text-sm leading-5">
            <p className="truncate font-medium">{fullName(user)}</p>
            <p className="truncate text-muted">{user.email}</p>
          </div>
          <StatusBadge status={user.status} />
          {user.isAdmin ? (
            <Link href={paths.admin} className={buttonClass({ size: 'sm', variant: 'secondary' })}>
              Go to Admin
            </Link>
          ) : null}
          <LogoutButton />
        </div>
      </div>
    </header>
  )
}
