import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { codeParameter } from '@shared/referral-codes'
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
        <IncompleteLinkNotice />
        {children}
      </main>
      <SiteFooter />
    </div>
  )
}

/** For someone who came by a referral link that lost a part of its code on the way. */
function IncompleteLinkNotice() {
  const isIncomplete = new URLSearchParams(useSearch()).get(codeParameter) === ''
  return isIncomplete ? (
    <div className="mx-auto max-w-3xl p-4">
      <p className="rounded-lg border border-warning/25 bg-warning-surface p-4">
        <strong className="font-medium text-warning">This referral link is incomplete.</strong>{' '}
        Please ask the person who sent it for the whole link, so that your sign-up counts as their
        referral.
      </p>
    </div>
  ) : null
}
