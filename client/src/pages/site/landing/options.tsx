import type { ReactNode } from 'react'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { ReferralArcs } from '../referral-arcs'
import { ResultsNote } from '../results-note'
import { ArchIllustration } from './illustrations'

export function Options() {
  return (
    <section aria-label="Two ways to take part" className="shell py-section">
      <div className="grid gap-6 md:grid-cols-2 lg:gap-8">
        <Option
          tone="on-evergreen"
          title="Excellent Personal Credit?"
          picture={<ArchIllustration className="h-28 w-auto md:h-36" />}
          condition="Payments start only after a match"
        >
          With a score of 700 or higher, you can become a Credit Partner. Estimated earnings are
          $2,500+ a month and $30,000+ a year, paid by the entrepreneurs you are matched with.
        </Option>
        <Option
          tone="light"
          title="Know Someone With Great Credit?"
          picture={<ReferralArcs className="h-28 w-auto md:h-36" />}
          condition="A referral pays only if it is approved"
        >
          Refer friends and family who have great credit. You earn $500 per approved referral, and
          there is no cap on how many people you can refer.
        </Option>
      </div>
    </section>
  )
}

interface OptionProps {
  tone: 'light' | 'on-evergreen'
  title: string
  picture: ReactNode
  condition: string
  children: ReactNode
}

function Option({ tone, title, picture, condition, children }: OptionProps) {
  const onEvergreen = tone === 'on-evergreen'
  return (
    <article
      className={cx(
        'flex flex-col items-start rounded-xl p-7 md:p-8 lg:p-12',
        onEvergreen ? 'on-evergreen' : 'bg-sand',
      )}
    >
      {picture}
      <h2 className="mt-10 text-2xl text-wrap">{title}</h2>
      <p className={cx('mt-4 max-w-md grow text-lg', onEvergreen ? 'text-paper/90' : 'text-ink')}>
        {children}
      </p>
      <a
        href="#signup"
        className={buttonClass({
          variant: onEvergreen ? 'secondary' : 'primary',
          size: 'lg',
          className: 'mt-8 max-sm:w-full',
        })}
      >
        Signup
      </a>
      <ResultsNote
        lead={condition}
        tone={tone}
        className={onEvergreen ? 'mt-6' : 'mt-6 text-ink!'}
      />
    </article>
  )
}
