import { Fragment } from 'react'
import type { LegalBlock, LegalDocument, LegalSection } from '@/content/legal/legal-document'
import { brand, supportPhoneHref } from '@/lib/brand'
import { EmailText } from '@/ui/email-text'
import { Unbroken } from '@/ui/unbroken'

/** The whole text of a document, its sections numbered. */
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
      return (
        <a key={index} href={supportPhoneHref} className="whitespace-nowrap">
          {part}
        </a>
      )
    }
    if (part === brand.supportEmail) {
      return (
        <a key={index} href={`mailto:${part}`} className="inline-block">
          <EmailText email={part} />
        </a>
      )
    }
    return <Unbroken key={index}>{part}</Unbroken>
  })
}

/** Beside the text on a wide screen, folded away above it on a narrow one. */
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
