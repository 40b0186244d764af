import { Menu, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { buttonClass, IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Logo } from '@/ui/logo'

/** Header, main and footer of the public pages. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
      <SiteHeader />
      <main id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
    </div>
  )
}

const links = [
  { label: 'Home', path: paths.home },
  { label: 'Login', path: paths.login },
]

function SiteHeader() {
  const [isOpen, setIsOpen] = useState(false)
  const [path] = useLocation()

  return (
    <header className="sticky top-0 z-40 border-b bg-paper">
      <div className="shell flex h-header items-center justify-between gap-6">
        <Link href={paths.home} aria-label={`${brand.portalName}, home`}>
          <Logo name={brand.portalName} />
        </Link>
        <nav aria-label="Main" className="hidden items-center gap-8 md:flex">
          {links.map((link) => (
            <NavLink key={link.path} {...link} isActive={path === link.path} />
          ))}
          <Link href={paths.onboarding} className={buttonClass({})}>
            Sign Up
          </Link>
        </nav>
        <IconButton
          className="md:hidden"
          label={isOpen ? 'Close menu' : 'Open menu'}
          icon={isOpen ? <X /> : <Menu />}
          aria-expanded={isOpen}
          aria-controls="mobile-menu"
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen ? (
        <nav id="mobile-menu" aria-label="Main" className="shell border-t pt-2 pb-5 md:hidden">
          {links.map((link) => (
            <NavLink
              key={link.path}
              {...link}
              isActive={path === link.path}
              onClick={() => setIsOpen(false)}
            />
          ))}
          <Link
            href={paths.onboarding}
            className={buttonClass({ className: 'mt-3 w-full' })}
            onClick={() => setIsOpen(false)}
          >
            Sign Up
          </Link>
        </nav>
      ) : null}
    </header>
  )
}

function NavLink(props: { label: string; path: string; isActive: boolean; onClick?: () => void }) {
  return (
    <Link
      href={props.path}
      onClick={props.onClick}
      aria-current={props.isActive ? 'page' : undefined}
      className={cx(
        'flex min-h-11 items-center font-medium hover:text-leaf',
        props.isActive ? 'text-evergreen' : 'text-ink',
      )}
    >
      {props.label}
    </Link>
  )
}
