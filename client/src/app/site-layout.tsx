import type { ReactNode } from 'react'
import { useSearch, Link } from 'wouter'
import { codeParameter } from '@shared/referral-codes'
import { brand, streetAddressLines } from '@/lib/brand'
import { documents, paths } from '@/lib/paths'
import { Logo } from '@/ui/logo'
import { SupportEmail, SupportPhone } from '@/ui/support-links'
import { SiteHeader } from './site-header'

/** Header, main and footer of the public pages. */
export function SiteLayout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="skip-link">
        Skip to content
      </a>
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

interface FooterLink {
  label: string
  path: string
  isFile?: boolean
}

const columns: { title: string; links: FooterLink[] }[] = [
  {
    title: 'Program',
    links: [
      { label: 'Home', path: paths.home },
      { label: 'What You Get', path: paths.blog },
      { label: 'Check Eligibility', path: paths.onboarding },
      { label: 'Referral Program', path: paths.referralProgram },
      { label: 'Support', path: paths.support },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'FTC Disclosures', path: paths.disclosures },
      { label: 'Terms of Use', path: paths.terms },
      { label: 'Privacy Policy', path: paths.privacy },
      { label: 'Dispute Resolution', path: paths.disputeResolution },
      { label: 'Communications Compliance', path: paths.communicationsCompliance },
    ],
  },
  {
    title: 'Documents',
    links: [
      { label: 'Business License (PDF)', path: documents.license, isFile: true },
      { label: 'Due Diligence (PDF)', path: documents.dueDiligence, isFile: true },
    ],
  },
]

const linkLook =
  'inline-flex min-h-9 items-center py-1 leading-6 wrap-anywhere text-paper/85 underline decoration-transparent ' +
  'underline-offset-4 transition-colors hover:text-paper hover:decoration-brass-light pointer-coarse:min-h-11'

const year = new Date().getFullYear()

function SiteFooter() {
  return (
    <footer className="on-evergreen">
      <div className="shell grid grid-cols-2 gap-x-6 gap-y-8 pt-12 pb-8 md:grid-cols-3 md:gap-x-8 md:gap-y-12 md:pt-20 md:pb-12 lg:grid-cols-[1.6fr_1fr_1.2fr_1.1fr]">
        <div className="col-span-2 max-w-sm md:col-span-3 lg:col-span-1">
          <Logo name={brand.portalName} tone="on-evergreen" />
          <address className="mt-6 grid gap-1 not-italic">
            <SupportPhone className={linkLook} />
            <SupportEmail className={linkLook} />
            <p className="pt-1 text-balance text-paper/85">{streetAddressLines}</p>
          </address>
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <p className="font-display text-lg text-brass-light">{column.title}</p>
            <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-0.5">
              {column.links.map((link) => (
                <li key={link.path}>
                  <FooterAnchor {...link} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="shell pb-10">
        <div className="grid gap-x-12 gap-y-4 border-t border-paper/20 pt-6 text-sm text-paper/80 md:grid-cols-[1fr_auto]">
          <p className="max-w-measure">
            Results are not guaranteed. Payments come from entrepreneurs, not from us. All sales are
            final, and disputes go to binding arbitration with no class actions.
          </p>
          <p>
            © {year} {brand.programName} ·{' '}
            <Link href={paths.sitemap} className={linkLook}>
              Sitemap
            </Link>
          </p>
        </div>
      </div>
    </footer>
  )
}

function FooterAnchor({ label, path, isFile = false }: FooterLink) {
  return isFile ? (
    <a href={path} download className={linkLook}>
      {label}
    </a>
  ) : (
    <Link href={path} className={linkLook}>
      {label}
    </Link>
  )
}
