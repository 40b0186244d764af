import { Link } from 'wouter'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { disclosures } from '@/content/legal/disclosures'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { PageBanner } from '../page-banner'
import { LegalText, TableOfContents } from './legal-page'

export const Opening = () => (
  <PageBanner
    title={disclosures.title}
    subtitle={
      <>
        Results are not guaranteed.{' '}
        <span className="inline-block">Last updated: {disclosures.updated}</span>
      </>
    }
  />
)

export function DisclosuresPage() {
  useDocumentTitle(disclosures.title)
  return (
    <>
      <Opening />
      <div className="shell grid gap-x-16 gap-y-8 py-12 md:py-20 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div>
          <TableOfContents sections={disclosures.sections} />
        </div>
        <div className="min-w-0">
          <ScrollBox label="FTC Disclosures, full text">
            <LegalText document={disclosures} />
          </ScrollBox>
          <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-4">
            <Link
              href={paths.support}
              className={buttonClass({ variant: 'secondary', className: 'max-sm:w-full' })}
            >
              Contact Support
            </Link>
            <p className="text-muted">Questions? Ask before you apply. We reply within 24 hours.</p>
          </div>
        </div>
      </div>
    </>
  )
}

const hideDelayMs = 600

/**
 * A text 600 px high that scrolls by itself, and so must be reachable by keyboard; its scrollbar shows
 * only while it does.
 */
function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const [isScrolling, setIsScrolling] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  function handleScroll() {
    setIsScrolling(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsScrolling(false), hideDelayMs)
  }

  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      data-scrolling={isScrolling}
      onScroll={handleScroll}
      className={cx(
        'h-[600px] overflow-y-auto overscroll-contain rounded-xl border bg-white px-5 py-7 md:px-10 md:py-10',
        '[scrollbar-width:thin] [&_h2]:scroll-mt-6',
        isScrolling
          ? '[scrollbar-color:var(--control)_transparent]'
          : '[scrollbar-color:transparent_transparent]',
      )}
    >
      {children}
    </div>
  )
}
