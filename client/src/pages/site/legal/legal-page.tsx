import { Link } from 'wouter'
import { Fragment } from 'react'
import type { LegalDocument, LegalBlock, LegalSection } from '@/content/legal/legal-document'
import { brand } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { SupportEmail, SupportPhone } from '@/ui/support-links'
import { Unbroken } from '@/ui/unbroken'
import { PageBanner } from '../page-banner'

export const LegalBanner = ({ document }: { document: LegalDocument }) => (
  <PageBanner title={document.title} subtitle={`Last updated: ${document.updated}`} />
)

export function LegalPage({ document }: { document: LegalDocument }) {
  useDocumentTitle(document.title)
  return (
    <>
      <LegalBanner document={document} />
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

export function LegalText({ document }: { document: LegalDocument }) {
  return (
    <div className="longform">
      {document.intro.map((paragraph) => (
        <p key={paragraph}>
          <Line text={paragraph} />
        </p>
      ))}
      {document.sections.map((section, index) => (
        <Fragment key={section.id}>
          <h2 id={section.id} className="flex gap-3">
            <span className="figures text-brass-text">{index + 1}.</span> {section.heading}
          </h2>
          {section.blocks.map((block) => (
            <Block key={typeof block === 'string' ? block : block.list.join()} block={block} />
          ))}
        </Fragment>
      ))}
    </div>
  )
}

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <Line text={block} />
      </p>
    )
  }
  return (
    <ul>
      {block.list.map((item) => (
        <li key={item}>
          <Line text={item} />
        </li>
      ))}
    </ul>
  )
}

const literal = (text: string) => text.replace(/\W/g, '\\$&')
const contact = new RegExp(`(${literal(brand.supportPhone)}|${literal(brand.supportEmail)})`)

/** A line in which the support phone and email are links, and no figure is broken at its hyphen. */
function Line({ text }: { text: string }) {
  return text.split(contact).map((part, index) => {
    if (part === brand.supportPhone) {
      return <SupportPhone key={index} className="whitespace-nowrap" />
    }
    if (part === brand.supportEmail) {
      return <SupportEmail key={index} className="inline-block" />
    }
    return <Unbroken key={index}>{part}</Unbroken>
  })
}

export function TableOfContents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <>
      <details className="rounded-lg border bg-white lg:hidden">
        <summary className="flex min-h-12 items-center px-4 font-medium marker:content-none">
          On this page
          <span aria-hidden="true" className="ml-auto text-brass-text">
            {sections.length} sections
          </span>
        </summary>
        <nav aria-label="On this page" className="border-t px-4 py-3">
          <ContentsList sections={sections} />
        </nav>
      </details>
      <nav
        aria-labelledby="contents-title"
        className="sticky top-[calc(var(--header-height)+1.5rem)] max-h-[calc(100dvh-var(--header-height)-3rem)] overflow-y-auto [scrollbar-width:thin] max-lg:hidden"
      >
        <p id="contents-title" className="font-display text-lg">
          On this page
        </p>
        <div className="mt-3 border-t pt-2">
          <ContentsList sections={sections} />
        </div>
      </nav>
    </>
  )
}

function ContentsList({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <ol className="text-sm leading-5">
      {sections.map((section, index) => (
        <li key={section.id}>
          <a
            href={`#${section.id}`}
            className="grid min-h-8 grid-cols-[1.75rem_1fr] items-baseline rounded-sm py-1.5 text-muted transition-colors hover:text-evergreen focus-visible:-outline-offset-2 pointer-coarse:py-3"
          >
            <span className="figures text-brass-text">{index + 1}</span>
            {section.heading}
          </a>
        </li>
      ))}
    </ol>
  )
}
