import { Link } from 'wouter'
import { disclosures } from '@/content/legal/disclosures'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { PageBanner } from '../page-banner'
import { LegalText, TableOfContents } from './legal-text'
import { ScrollBox } from './scroll-box'

export function DisclosuresPage() {
  useDocumentTitle(disclosures.title)
  return (
    <>
      <PageBanner
        title={disclosures.title}
        subtitle={
          <>
            Results are not guaranteed.{' '}
            <span className="inline-block">Last updated: {disclosures.updated}</span>
          </>
        }
      />
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
