import { Link } from 'wouter'
import type { LegalDocument } from '@/content/legal/legal-document'
import { useDocumentTitle } from '@/lib/use-document-title'
import { paths } from '@/lib/paths'
import { PageBanner } from '../page-banner'
import { LegalText, TableOfContents } from './legal-text'

/** A long legal text with its table of contents. */
export function LegalPage({ document }: { document: LegalDocument }) {
  useDocumentTitle(document.title)
  return (
    <>
      <PageBanner title={document.title} subtitle={`Last updated: ${document.updated}`} />
      <div className="shell grid gap-x-20 gap-y-10 py-12 md:py-20 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div>
          <TableOfContents sections={document.sections} />
        </div>
        <div>
          <LegalText document={document} />
          <RelatedDocuments current={document.title} />
        </div>
      </div>
    </>
  )
}

const related = [
  { label: 'FTC Disclosures', path: paths.disclosures },
  { label: 'Terms of Use', path: paths.terms },
  { label: 'Privacy Policy', path: paths.privacy },
  { label: 'Dispute Resolution', path: paths.disputeResolution },
  { label: 'Communications Compliance', path: paths.communicationsCompliance },
]

function RelatedDocuments({ current }: { current: string }) {
  return (
    <nav aria-label="Related documents" className="mt-16 max-w-legal border-t pt-8">
      <p className="font-display text-xl">Related Documents</p>
      <ul className="mt-3 flex flex-wrap gap-x-7 gap-y-1">
        {related
          .filter((document) => document.label !== current)
          .map((document) => (
            <li key={document.path}>
              <Link href={document.path} className="link inline-flex min-h-11 items-center">
                {document.label}
              </Link>
            </li>
          ))}
      </ul>
    </nav>
  )
}
