import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import { partnerTrack, type Point, referralTrack } from '@/content/landing'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { ResultsNote } from '../results-note'
import { ArchIllustration, ReferralArcs } from './illustrations'

export function HowItWorks() {
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title" className="border-t py-section">
      <div className="shell">
        <div className="gap-16 lg:grid lg:grid-cols-[1fr_1fr] lg:items-baseline">
          <h2 id="how-it-works-title" className="text-3xl md:text-4xl">
            How It Works
          </h2>
          <p className="mt-3 max-w-lg text-muted md:mt-4 md:text-lg lg:mt-0">
            Two tracks, four steps each. Choose one or both.
          </p>
        </div>
        <div className="mt-5 gap-x-10 max-md:divide-y max-md:border-y md:mt-16 md:grid md:grid-cols-2 lg:gap-x-16">
          <Track
            title="As a Credit Partner"
            isOpenAtFirst
            steps={partnerTrack}
            action={{ label: 'Check your eligibility', path: paths.onboarding }}
          />
          <Track
            title="As a Referrer"
            steps={referralTrack}
            action={{ label: 'Get your referral link', path: paths.referralProgram }}
          >
            <ResultsNote lead="A referral pays only if it is approved" className="max-md:pb-4" />
          </Track>
        </div>
      </div>
    </section>
  )
}

interface TrackProps extends Pick<PhoneFoldProps, 'title' | 'isOpenAtFirst'> {
  steps: readonly Point[]
  action: { label: string; path: string }
  children?: ReactNode
}

function Track({ title, isOpenAtFirst, steps, action, children }: TrackProps) {
  return (
    // Heading, four steps, link and note: rows that both tracks share.
    <div className="md:row-span-7 md:grid md:grid-rows-subgrid">
      <PhoneFold
        title={title}
        titleClass="text-xl md:mb-6 md:text-2xl"
        isOpenAtFirst={isOpenAtFirst}
      >
        <ol className="md:row-span-4 md:grid md:grid-rows-subgrid">
          {steps.map((step, index) => (
            <li
              key={step.title}
              className="grid grid-cols-[3.5rem_minmax(0,1fr)] border-t py-4 md:py-6"
            >
              <span
                aria-hidden="true"
                className="figures font-display text-3xl leading-8 text-brass"
              >
                {index + 1}
              </span>
              <div>
                <p className="text-lg font-medium">{step.title}</p>
                <p className="mt-1.5 max-w-md text-muted">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <Link
          href={action.path}
          className="link inline-flex min-h-11 items-center justify-self-start"
        >
          {action.label}
        </Link>
        {children}
      </PhoneFold>
    </div>
  )
}

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

interface PhoneFoldProps {
  title: string
  titleClass?: string
  note?: ReactNode
  isOpenAtFirst?: boolean | undefined
  children: ReactNode
}

/**
 * A heading whose content a phone shows only when asked. On wider screens nothing is folded, and heading, note and
 * content are laid out as children of the parent.
 */
export function PhoneFold(props: PhoneFoldProps) {
  const { title, titleClass, note, isOpenAtFirst = false, children } = props
  const id = useId()
  const [isOpen, setIsOpen] = useState(isOpenAtFirst)
  return (
    <>
      <div className="relative flex min-h-16 flex-col justify-center py-2 pr-10 md:contents">
        <h3 id={`${id}-title`} className={titleClass}>
          {title}
        </h3>
        {note}
        <button
          type="button"
          aria-labelledby={`${id}-title`}
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          className="absolute inset-0 w-full rounded-sm md:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          {/* Drawn here: the first page that people see loads none of the icons. */}
          <svg
            aria-hidden="true"
            viewBox="0 0 24 24"
            className={cx(
              'absolute inset-y-0 right-1 my-auto size-5 stroke-current stroke-[1.5] text-brass-text transition-transform',
              isOpen && 'rotate-45',
            )}
          >
            <path d="M5 12h14M12 5v14" strokeLinecap="round" />
          </svg>
        </button>
      </div>
      <div id={`${id}-content`} className={cx('md:contents', !isOpen && 'max-md:hidden')}>
        {children}
      </div>
    </>
  )
}
