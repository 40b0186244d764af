import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { brand } from '@/lib/brand'
import { useIsSessionKnown } from '@/lib/session-hint'
import { lazyPart } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { buttonClass, IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { keepClear } from '@/ui/keep-clear'
import { Logo } from '@/ui/logo'

const home = { label: 'Home', path: paths.home }
const visitorLinks = [home, { label: 'Login', path: paths.login }]
const partnerLinks = [home, { label: 'Dashboard', path: paths.dashboard }]

// No one who was never logged in needs it.
const LogoutButton = lazyPart(() =>
  import('@/features/accounts/logout-button').then((part) => part.LogoutButton),
)

/** Stays at the top of every public page; under 768 px its links are in a menu. */
export function SiteHeader() {
  const [isOpen, setIsOpen] = useState(false)
  const isLoggedIn = useIsSessionKnown()
  const [current] = useLocation()
  // An entrepreneur is asked to meet someone: accounts are for partners.
  const offersAccount = !isLoggedIn && current !== paths.meet
  const links = isLoggedIn ? partnerLinks : offersAccount ? visitorLinks : [home]
  const toggle = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!isOpen) return undefined
    function handleKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setIsOpen(false)
      toggle.current?.querySelector('button')?.focus()
    }
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [isOpen])

  return (
    <header ref={keepClear} className="relative top-0 z-40 border-b bg-paper tall:sticky">
      <div className="shell flex h-header items-center justify-between gap-6">
        <Link
          href={paths.home}
          aria-label={`${brand.portalName}, home`}
          className="flex min-h-11 min-w-0 items-center"
          onClick={() => setIsOpen(false)}
        >
          <Logo name={brand.portalName} />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-5 md:flex">
          {links.map((link) => (
            <NavLink key={link.path} {...link} />
          ))}
          {isLoggedIn ? <Logout className="w-28" /> : null}
          {offersAccount ? (
            <Link href={paths.onboarding} className={buttonClass()}>
              Sign Up
            </Link>
          ) : null}
        </nav>
        <div ref={toggle} className="md:hidden">
          <IconButton
            label={isOpen ? 'Close menu' : 'Open menu'}
            icon={<MenuIcon isOpen={isOpen} />}
            aria-expanded={isOpen}
            aria-controls="mobile-menu"
            onClick={() => setIsOpen(!isOpen)}
          />
        </div>
      </div>
      <nav
        id="mobile-menu"
        aria-label="Main"
        hidden={!isOpen}
        className="absolute inset-x-0 top-full animate-fade-in border-y bg-paper shadow-overlay md:hidden"
      >
        <div className="shell pt-2 pb-6">
          {links.map((link) => (
            <NavLink key={link.path} {...link} inMenu onNavigate={() => setIsOpen(false)} />
          ))}
          {isLoggedIn ? <Logout className="mt-5 w-full" /> : null}
          {offersAccount ? (
            <Link
              href={paths.onboarding}
              className={buttonClass({ size: 'lg', className: 'mt-5 w-full' })}
              onClick={() => setIsOpen(false)}
            >
              Sign Up
            </Link>
          ) : null}
        </div>
      </nav>
    </header>
  )
}

/** As large before its code has come as after it. */
function Logout({ className }: { className: string }) {
  return (
    <div className={cx('grid min-h-11', className)}>
      <LogoutButton />
    </div>
  )
}

interface NavLinkProps {
  label: string
  path: string
  inMenu?: boolean
  onNavigate?: () => void
}

function NavLink({ label, path, inMenu = false, onNavigate }: NavLinkProps) {
  const [current] = useLocation()
  const isActive = current === path
  return (
    <Link
      href={path}
      onClick={onNavigate}
      aria-current={isActive ? 'page' : undefined}
      className={cx(
        'flex items-center font-medium transition-colors hover:text-leaf',
        inMenu
          ? 'min-h-14 border-b font-display text-xl'
          : 'h-header border-y-2 border-t-transparent px-2 focus-visible:-outline-offset-2',
        isActive ? 'text-evergreen' : 'text-ink',
        !inMenu && (isActive ? 'border-b-brass' : 'border-b-transparent'),
      )}
    >
      {label}
    </Link>
  )
}

/** Drawn here: no other icon is needed to paint a public page. */
function MenuIcon({ isOpen }: { isOpen: boolean }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth={2}>
      <path d={isOpen ? 'M18 6 6 18M6 6l12 12' : 'M4 5h16M4 12h16M4 19h16'} strokeLinecap="round" />
    </svg>
  )
}
