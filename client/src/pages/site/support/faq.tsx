import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { faq } from '@/content/faq'
import { paths } from '@/lib/paths'
import { cx } from '@/ui/class-names'
import { Unbroken } from '@/ui/unbroken'

/** One answer open at a time; the open one can be closed again. */
export function Faq() {
  const [open, setOpen] = useState<string | null>(null)

  return (
    <section aria-labelledby="faq-title" className="border-t bg-white py-section">
      <div className="shell gap-16 lg:grid lg:grid-cols-[1fr_2fr]">
        <div>
          <h2 id="faq-title" className="text-3xl">
            Frequently Asked Questions
          </h2>
          <p className="mt-4 text-muted">
            The figures in these answers are not promises: results are not guaranteed. Read the{' '}
            <Link href={paths.disclosures} className="link whitespace-nowrap">
              FTC Disclosures
            </Link>
            .
          </p>
        </div>
        <div className="mt-10 border-b lg:mt-0">
          {faq.map(({ question, answer }, index) => (
            <Item
              key={question}
              id={`faq-${index + 1}`}
              question={question}
              answer={answer}
              isOpen={open === question}
              onToggle={() => setOpen(open === question ? null : question)}
            />
          ))}
        </div>
      </div>
    </section>
  )
}

interface ItemProps {
  id: string
  question: string
  answer: string
  isOpen: boolean
  onToggle: () => void
}

function Item({ id, question, answer, isOpen, onToggle }: ItemProps) {
  return (
    <div className="border-t">
      <h3 className="text-lg">
        <button
          type="button"
          id={`${id}-question`}
          aria-expanded={isOpen}
          aria-controls={`${id}-answer`}
          onClick={onToggle}
          className="flex min-h-16 w-full items-center justify-between gap-6 py-4 text-left transition-colors hover:text-leaf"
        >
          {question}
          <Plus
            aria-hidden="true"
            strokeWidth={1.5}
            className={cx(
              'size-5 shrink-0 text-brass-text transition-transform',
              isOpen && 'rotate-45',
            )}
          />
        </button>
      </h3>
      <div id={`${id}-answer`} hidden={!isOpen} className="animate-fade-in">
        <p className="max-w-measure pr-4 pb-7 text-muted md:pr-10">
          <Unbroken>{answer}</Unbroken>
        </p>
      </div>
    </div>
  )
}
