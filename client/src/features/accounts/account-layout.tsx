import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import { brand } from '@/lib/brand'
import { fullName } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Badge, StatusBadge } from '@/ui/badge'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { keepClear } from '@/ui/keep-clear'
import { Logo } from '@/ui/logo'
import { LogoutButton } from './logout-button'

interface AccountHeaderProps {
  user: CurrentUser
  /** The other page of a partner who is logged in, and their status; the administrator has neither. */
  other: { name: string; path: string } | null
}

interface AccountLayoutProps extends AccountHeaderProps {
  title: string
  children: ReactNode
}

export function AccountLayout({ title, children, ...header }: AccountLayoutProps) {
  return (
    <div className="min-h-dvh">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <AccountHeader {...header} />
      <main
        id="main"
        tabIndex={-1}
        className="shell grid grid-cols-[minmax(0,1fr)] gap-2 py-4 md:gap-8 md:py-12"
      >
        {/* On a phone, the logo right above says the same. */}
        <h1 tabIndex={-1} className={cx(title === brand.portalName && 'max-md:sr-only')}>
          {title}
        </h1>
        {children}
      </main>
    </div>
  )
}

export function AccountHeader({ user, other }: AccountHeaderProps) {
  return (
    <header ref={keepClear} className="top-0 z-40 border-b bg-paper md:tall:sticky">
      <div className="shell flex min-h-header flex-wrap items-center gap-x-2 gap-y-2 py-2 md:gap-x-5">
        <Link
          href={paths.home}
          aria-label={`${brand.portalName}, home`}
          className="flex min-h-11 min-w-0 items-center"
        >
          <Logo name={brand.portalName} />
        </Link>
        <div className="order-1 flex w-full min-w-0 flex-wrap items-center justify-between gap-x-4 md:order-none md:flex-nowrap md:ml-auto md:w-auto md:max-w-80 lg:max-w-xl">
          <div className="min-w-0 text-sm leading-5">
            <p className="line-clamp-2 font-medium wrap-anywhere">{fullName(user)}</p>
            <p className="truncate text-muted">{user.email}</p>
          </div>
          {other ? (
            <>
              <ReferrerOrStatusBadge user={user} />
              <Link
                href={other.path}
                className="link inline-flex min-h-11 shrink-0 items-center text-sm"
              >
                {other.name}
              </Link>
            </>
          ) : null}
        </div>
        <div className={cx('ml-auto flex gap-3', user.isAdmin ? 'lg:ml-0' : 'md:ml-0')}>
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

/** A referrer has no application that could be pending. */
const ReferrerOrStatusBadge = ({
  user: { status, isReferrer },
}: Pick<AccountHeaderProps, 'user'>) =>
  isReferrer && status === 'pending' ? (
    <Badge className="shrink-0">Referrer</Badge>
  ) : (
    <StatusBadge status={status} className="shrink-0" />
  )
