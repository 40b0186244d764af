import {
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
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useQuery } from '@tanstack/react-query'
import { LogoutButton } from '@/features/accounts/logout-button'
import { useSession } from '@/features/accounts/use-session'
import { UnreadBadge } from '@/features/messages/unread-badge'
import { brand } from '@/lib/brand'
import { useJumpKeys } from '@/lib/jump-keys'
import { paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { buttonClass, IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Logo } from '@/ui/logo'
import { Palette, PaletteButton, usePalette } from '@/app/palette/palette'
import { useQuietRefresh } from '@/lib/use-quiet-refresh'
import { CountBadge } from '@/ui/badge'
import { payoutRunsQuery } from '@/features/payouts/payouts-api'
import { referredPeopleQuery } from '@/features/referrals/referred-people-api'

interface NavItem {
  label: string
  title: string
  path: string
  icon: typeof Users
  badge?: ReactNode
}

/** The titles are those of the pages; the labels those of the navigation. */
const sections: { name: string; items: NavItem[] }[] = [
  {
    name: 'MAIN',
    items: [
      { label: 'Dashboard', title: 'Dashboard', path: paths.admin, icon: LayoutDashboard },
      { label: 'Users', title: 'Users', path: paths.adminUsers, icon: Users },
      {
        label: 'Credit Reports',
        title: 'Credit Reports',
        path: paths.adminReports,
        icon: FileText,
      },
      {
        label: 'Monitoring Credentials',
        title: 'Credit Monitoring Credentials',
        path: paths.adminCredentials,
        icon: KeyRound,
      },
      { label: 'Matching', title: 'Matching', path: paths.adminMatching, icon: Handshake },
    ],
  },
  {
    name: 'REFERRALS',
    items: [
      {
        label: 'Referrals',
        title: 'Referrals',
        path: paths.adminReferrals,
        icon: Share2,
        badge: <HeldBadge />,
      },
      {
        label: 'Payouts',
        title: 'Payouts',
        path: paths.adminPayouts,
        icon: Banknote,
        badge: <DraftBadge />,
      },
    ],
  },
  {
    name: 'COMMUNICATION',
    items: [
      { label: 'Email', title: 'Email Integration', path: paths.adminEmail, icon: Mail },
      { label: 'SMS', title: 'SMS Integration', path: paths.adminSms, icon: Smartphone },
      {
        label: 'Messages',
        title: 'Messages',
        path: paths.adminMessages,
        icon: Inbox,
        badge: <UnreadBadge kinds={['support', 'referral']} />,
      },
    ],
  },
  {
    name: 'SETTINGS',
    items: [
      { label: 'Settings', title: 'Settings', path: paths.adminSettings, icon: Settings },
      { label: 'Audit Trail', title: 'Audit Trail', path: paths.adminAudit, icon: ScrollText },
    ],
  },
]

/** Side navigation and top bar of the administrator's pages. */
export function AdminLayout({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const path = location.replace(/(.)\/$/, '$1')
  const [isOpen, setIsOpen] = useState(false)
  const palette = usePalette()
  useJumpKeys()
  const items = sections.flatMap((section) => section.items)
  const title = items.find((item) => item.path === path)?.title ?? '404 Page Not Found'
  useDocumentTitle(title)

  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[15.5rem_minmax(0,1fr)]">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <aside className="sticky top-0 z-40 border-b bg-paper lg:h-dvh lg:overflow-y-auto lg:border-r lg:border-b-0">
        <div className="flex h-header items-center justify-between px-4 md:px-6 lg:h-14 lg:px-4">
          <Link
            href={paths.home}
            aria-label={`${brand.portalName}, home`}
            className="flex items-center pointer-coarse:min-h-11"
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
        <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 gap-y-1 border-b px-4 py-1.5 md:px-6">
          <h1 tabIndex={-1} className="text-2xl">
            {title}
          </h1>
          <AdminAccount onFind={palette.open} />
        </header>
        <main id="main" tabIndex={-1} className="px-4 py-4 md:px-6">
          {children}
        </main>
      </div>
      {palette.isOpen ? <Palette pages={items} onClose={palette.close} /> : null}
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
        {props.items.map(({ label, path, icon: Icon, badge }) => (
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
              <Icon aria-hidden="true" className="size-5 shrink-0" strokeWidth={1.75} />
              {label}
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
        <UserRound aria-hidden="true" strokeWidth={1.75} className="size-[1.125em]" />
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
