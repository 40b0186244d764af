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
      <main
        id="main"
        tabIndex={-1}
        className="shell grid grid-cols-[minmax(0,1fr)] gap-6 py-8 md:gap-8 md:py-12"
      >
        <h1 tabIndex={-1}>{brand.portalName}</h1>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
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
    <header className="z-40 border-b bg-paper md:sticky md:top-0">
      <div className="shell flex min-h-header flex-wrap items-center gap-x-2 gap-y-2 py-2 md:gap-x-5">
        <Link
          href={paths.home}
          aria-label={`${brand.portalName}, home`}
          className="flex min-h-11 min-w-0 items-center"
        >
          <Logo name={brand.portalName} />
        </Link>
        <div className="order-1 flex w-full min-w-0 items-center justify-between gap-4 md:order-none md:ml-auto md:w-auto md:max-w-72 lg:max-w-md">
          <div className="min-w-0 text-sm leading-5">
            <p className="truncate font-medium">{fullName(user)}</p>
            <p className="truncate text-muted">{user.email}</p>
          </div>
          <StatusBadge status={user.status} className="shrink-0" />
        </div>
        <div className="ml-auto flex gap-3 md:ml-0">
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
