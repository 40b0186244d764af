import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { paths } from '@/lib/paths'
import { SupportPhone } from '@/ui/support-links'
import { RequireSession } from './guards'
import { ScrollRestoration } from './scroll-restoration'

/** Around the pages of an account. Visitors who only read the site load none of it. */
export function AccountFrame({ children }: { children: ReactNode }) {
  return (
    <RequireSession>
      {children}
      <AccountFooter />
      <ScrollRestoration />
    </RequireSession>
  )
}

const links = [
  { label: 'Support', path: paths.support },
  { label: 'Terms of Use', path: paths.terms },
  { label: 'Privacy Policy', path: paths.privacy },
  { label: 'FTC Disclosures', path: paths.disclosures },
  { label: 'Home', path: paths.home },
]

const look =
  'inline-flex min-h-9 items-center underline decoration-transparent underline-offset-4 ' +
  'transition-colors hover:text-ink hover:decoration-brass pointer-coarse:min-h-11'

/** One quiet line under the pages of an account: help, the legal pages, and the way to the site. */
function AccountFooter() {
  return (
    <footer className="border-t">
      <div className="shell py-4 text-sm text-muted">
        <nav aria-label="Help and legal">
          <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
            {links.map(({ label, path }) => (
              <li key={path}>
                <Link href={path} className={look}>
                  {label}
                </Link>
              </li>
            ))}
            <li className="md:ml-auto">
              <SupportPhone className={look} />
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  )
}
