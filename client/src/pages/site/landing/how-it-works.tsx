import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { partnerTrack, referralTrack, shareLinkPath, type Point } from '@/content/landing'
import { paths } from '@/lib/paths'
import { ResultsNote } from '../results-note'
import { PhoneFold } from './phone-fold'

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
            steps={partnerTrack}
            action={{ label: 'Check your eligibility', path: paths.onboarding }}
          />
          <Track
            title="As a Referrer"
            steps={referralTrack}
            action={{ label: 'Get your referral link', path: shareLinkPath }}
          >
            <ResultsNote lead="A referral pays only if it is approved" className="max-md:pb-4" />
          </Track>
        </div>
      </div>
    </section>
  )
}

interface TrackProps {
  title: string
  steps: readonly Point[]
  action: { label: string; path: string }
  children?: ReactNode
}

function Track({ title, steps, action, children }: TrackProps) {
  return (
    // Heading, four steps, link and note: rows that both tracks share.
    <div className="md:row-span-7 md:grid md:grid-rows-subgrid">
      <PhoneFold title={title} titleClass="text-xl md:mb-6 md:text-2xl">
        <ol className="md:row-span-4 md:grid md:grid-rows-subgrid">
          {steps.map((step, index) => (
            <li key={step.title} className="grid grid-cols-[3.5rem_1fr] border-t py-4 md:py-6">
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
