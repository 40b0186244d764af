import { Link } from 'wouter'
import { partnerTrack, referralTrack, type Point } from '@/content/landing'
import { paths } from '@/lib/paths'
import { ResultsNote } from '../results-note'

export function HowItWorks() {
  return (
    <section id="how-it-works" aria-labelledby="how-it-works-title" className="border-t py-section">
      <div className="shell">
        <div className="gap-16 lg:grid lg:grid-cols-[1fr_1fr] lg:items-baseline">
          <h2 id="how-it-works-title" className="text-3xl md:text-4xl">
            How It Works
          </h2>
          <p className="mt-4 max-w-lg text-lg text-muted lg:mt-0">
            Two tracks, four steps each. Choose one or both.
          </p>
        </div>
        <div className="mt-12 grid gap-x-10 gap-y-16 md:mt-16 md:grid-cols-2 md:gap-y-0 lg:gap-x-16">
          <Track
            title="As a Credit Partner"
            steps={partnerTrack}
            action={{ label: 'Check your eligibility', path: paths.onboarding }}
          />
          <Track
            title="As a Referrer"
            steps={referralTrack}
            action={{ label: 'About the Referral Program', path: paths.referralProgram }}
          />
        </div>
        <ResultsNote
          lead="A referral pays only if it is approved"
          className="mt-12 border-t pt-6"
        />
      </div>
    </section>
  )
}

interface TrackProps {
  title: string
  steps: readonly Point[]
  action: { label: string; path: string }
}

function Track({ title, steps, action }: TrackProps) {
  return (
    // Heading, four steps and link: rows that both tracks share.
    <div className="md:row-span-6 md:grid md:grid-rows-subgrid">
      <h3 className="mb-6 text-2xl">{title}</h3>
      <ol className="md:row-span-4 md:grid md:grid-rows-subgrid">
        {steps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[3.5rem_1fr] border-t py-6">
            <span aria-hidden="true" className="figures font-display text-3xl leading-8 text-brass">
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
    </div>
  )
}
