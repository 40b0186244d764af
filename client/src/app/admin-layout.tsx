import { useQuery } from '@tanstack/react-query'
import {
  Activity,
  Banknote,
  FileText,
  Handshake,
  Inbox,
  KeyRound,
  LayoutDashboard,
  Mail,
  Menu,
  ScrollText,
  Settings,
  Share2,
  Smartphone,
  UserRound,
  Users,
  X,
  type LucideIcon,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { Palette, PaletteButton, usePalette } from '@/app/palette/palette'
import { LogoutButton } from '@/features/accounts/logout-button'
import { useSession } from '@/features/accounts/use-session'
import { UnreadBadge } from '@/features/messages/inbox-api'
import { payoutRunsQuery } from '@/features/payouts/payouts-api'
import { referredPeopleQuery } from '@/features/referrals/referred-people-api'
import { adminPages, useJumpKeys } from '@/lib/admin-pages'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { usePagePath } from '@/lib/use-address'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { CountBadge } from '@/ui/badge'
import { buttonClass, IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { keepClear } from '@/ui/keep-clear'
import { Logo } from '@/ui/logo'

interface NavItem {
  path: string
  icon: LucideIcon
  badge?: ReactNode
}

const sections: { name: string; items: NavItem[] }[] = [
  {
    name: 'MAIN',
    items: [
      { path: paths.admin, icon: LayoutDashboard },
      { path: paths.adminUsers, icon: Users },
      { path: paths.adminReports, icon: FileText },
      { path: paths.adminCredentials, icon: KeyRound },
      { path: paths.adminMatching, icon: Handshake },
    ],
  },
  {
    name: 'REFERRALS',
    items: [
      { path: paths.adminReferrals, icon: Share2, badge: <HeldBadge /> },
      { path: paths.adminPayouts, icon: Banknote, badge: <DraftBadge /> },
    ],
  },
  {
    name: 'COMMUNICATION',
    items: [
      { path: paths.adminEmail, icon: Mail },
      { path: paths.adminSms, icon: Smartphone },
      {
        path: paths.adminMessages,
        icon: Inbox,
        badge: <UnreadBadge kinds={['support', 'referral']} />,
      },
    ],
  },
  {
    name: 'SETTINGS',
    items: [
      { path: paths.adminSettings, icon: Settings },
      { path: paths.adminAudit, icon: ScrollText },
      { path: paths.adminSystem, icon: Activity },
    ],
  },
]

const findPage = (path: string) => adminPages.find((page) => page.path === path)

/** Side navigation and top bar of the administrator's pages. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const path = usePagePath()
  const [isOpen, setIsOpen] = useState(false)
  const palette = usePalette()
  useJumpKeys()
  const page = findPage(path)
  const title = page?.title ?? page?.label ?? '404 Page Not Found'
  useDocumentTitle(title)

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <aside
        ref={keepClear}
        className="top-0 z-40 border-b bg-paper max-lg:max-h-dvh overflow-y-auto tall:sticky lg:sticky lg:h-dvh lg:border-r lg:border-b-0"
      >
        <div className="flex h-header items-center justify-between px-4 md:px-6 lg:h-14 lg:px-4">
          <Link
            href={paths.home}
            aria-label={`${brand.portalName}, home`}
            className="flex items-center pointer-coarse:min-h-11 lg:[&>span>span]:text-base"
          >
            <Logo name={brand.portalName} />
          </Link>
          <IconButton
            className="lg:hidden"
            label={isOpen ? 'Close menu' : 'Open menu'}
            icon={isOpen ? <X /> : <Menu />}
            aria-expanded={isOpen}
            aria-controls="admin-menu"
            onClick={() => setIsOpen(!isOpen)}
          />
        </div>
        <nav
          id="admin-menu"
          aria-label="Administration"
          className={cx('px-3 pb-5', isOpen ? 'block' : 'hidden lg:block')}
        >
          {sections.map((section) => (
            <NavSection
              key={section.name}
              {...section}
              current={path}
              onNavigate={() => setIsOpen(false)}
            />
          ))}
        </nav>
      </aside>
      <div className="min-w-0">
        <main id="main" tabIndex={-1}>
          <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b px-4 py-1.5 md:px-6">
            <h1 tabIndex={-1} className="text-2xl">
              {title}
            </h1>
            <AdminAccount onFind={palette.open} />
          </div>
          <div className="px-4 py-4 md:px-6">{children}</div>
        </main>
      </div>
      {palette.isOpen ? <Palette onClose={palette.close} /> : null}
    </div>
  )
}

function NavSection(props: {
  name: string
  items: NavItem[]
  current: string
  onNavigate: () => void
}) {
  return (
    <div className="mt-4">
      <p className="px-3 text-xs font-medium tracking-widest text-muted">{props.name}</p>
      <ul className="mt-1">
        {props.items.map(({ path, icon: Icon, badge }) => (
          <li key={path}>
            <Link
              href={path}
              onClick={props.onNavigate}
              aria-current={props.current === path ? 'page' : undefined}
              className={cx(
                'flex min-h-11 items-center gap-2.5 rounded-md px-3 text-sm font-medium lg:pointer-fine:min-h-10 transition-colors hover:bg-sand',
                props.current === path ? 'bg-sand text-evergreen' : 'text-ink',
              )}
            >
              <Icon className="size-5 shrink-0" strokeWidth={1.75} />
              {findPage(path)?.label}
              {badge}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function AdminAccount({ onFind }: { onFind: () => void }) {
  const { user } = useSession()
  return (
    <div className="flex min-w-0 items-center gap-3">
      <PaletteButton onOpen={onFind} />
      <span className="truncate text-sm text-muted max-lg:hidden">{user?.email}</span>
      <Link
        href={paths.account}
        aria-label={`Account and security of ${user?.email}`}
        className={buttonClass({ size: 'sm', variant: 'secondary' })}
      >
        <UserRound strokeWidth={1.75} className="size-[1.125em]" />
        Account
      </Link>
      <LogoutButton />
    </div>
  )
}

/** How many payout runs wait to be approved, or to be marked as paid. */
function DraftBadge() {
  const { data, refetch } = useQuery(payoutRunsQuery)
  useQuietRefresh(() => void refetch())
  const waiting = data?.filter(({ state }) => state !== 'done') ?? []
  return <CountBadge count={waiting.length} label="waiting" />
}

/** How many rewards wait for the administrator to release or void them. */
function HeldBadge() {
  const { data, refetch } = useQuery(referredPeopleQuery({ status: 'held', limit: '1' }))
  useQuietRefresh(() => void refetch())
  return <CountBadge count={data?.total ?? 0} label="on hold" />
}
