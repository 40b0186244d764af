import type { ReactNode } from 'react'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { ReferralArcs } from '../referral-arcs'
import { ArchIllustration } from './illustrations'

/** Conditions of results follow right below both, in 'What You Take On'. */
export function Options() {
  return (
    <section aria-label="Two ways to take part" className="shell py-section">
      <div className="grid gap-4 md:grid-cols-2 md:gap-6 lg:gap-8">
        <Option
          tone="on-evergreen"
          title="Excellent Personal Credit?"
          picture={<ArchIllustration className="mb-10 h-28 w-auto max-sm:hidden md:h-36" />}
        >
          With a score of 700 or higher, you can become a Credit Partner. Estimated earnings are
          $2,500+ a month and $30,000+ a year, paid by the entrepreneurs you are matched with.
        </Option>
        <Option
          tone="light"
          title="Know Someone With Great Credit?"
          picture={<ReferralArcs className="mb-10 h-28 w-auto max-sm:hidden md:h-36" />}
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
  children: ReactNode
}

function Option({ tone, title, picture, children }: OptionProps) {
  const onEvergreen = tone === 'on-evergreen'
  return (
    <article
      className={cx(
        'flex flex-col items-start rounded-xl p-6 md:p-8 lg:p-12',
        onEvergreen ? 'on-evergreen' : 'bg-sand',
      )}
    >
      {picture}
      <h2 className="text-2xl text-wrap">{title}</h2>
      <p
        className={cx(
          'mt-3 max-w-md grow md:mt-4 md:text-lg',
          onEvergreen ? 'text-paper/90' : 'text-ink',
        )}
      >
        {children}
      </p>
      <a
        href="#signup"
        className={buttonClass({
          variant: onEvergreen ? 'secondary' : 'primary',
          size: 'lg',
          className: 'mt-6 max-sm:w-full md:mt-8',
        })}
      >
        Signup
      </a>
    </article>
  )
}
