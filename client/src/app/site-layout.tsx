import type { ReactNode } from 'react'
import { SkipLink } from '@/ui/skip-link'
import { SiteFooter } from './site-footer'
import { SiteHeader } from './site-header'

/** Header, main and footer of the public pages. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <SiteHeader />
      {/* While a page loads, the footer waits below the fold: in sight, it would jump. */}
      <main id="main" tabIndex={-1} className="min-w-0 flex-1 has-[>div>[role=status]]:min-h-dvh">
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}
