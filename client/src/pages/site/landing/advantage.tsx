import { Link } from 'wouter'
import { partnerAdvantages, referralAdvantages, type Point } from '@/content/landing'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { ResultsNote } from '../results-note'
import { EarningsEstimator } from './earnings-estimator'

export function Advantage() {
  return (
    <section aria-labelledby="advantage-title" className="border-t bg-white py-section">
      <div className="shell">
        <h2 id="advantage-title" className="max-w-2xl text-3xl md:text-4xl">
          The Credit Partner Advantage
        </h2>
        <div className="mt-12 grid gap-x-16 gap-y-14 md:mt-16 md:grid-cols-2 md:gap-y-0">
          <Column title="Credit Partner Program" points={partnerAdvantages} />
          <Column title="Referral Program" points={referralAdvantages} />
        </div>
        <div
          id="signup"
          className="mt-12 flex scroll-mt-[35dvh] flex-wrap items-center gap-x-4 gap-y-4 border-t pt-8"
        >
          <Link
            href={paths.onboarding}
            className={buttonClass({ size: 'lg', className: 'max-sm:w-full' })}
          >
            Sign Up
          </Link>
          <Link
            href={paths.referralProgram}
            className={buttonClass({
              size: 'lg',
              variant: 'secondary',
              className: 'max-sm:w-full',
            })}
          >
            Refer Someone
          </Link>
          <ResultsNote lead="Approval and a match come first" className="lg:ml-4" />
        </div>
        <EarningsEstimator />
      </div>
    </section>
  )
}

function Column({ title, points }: { title: string; points: readonly Point[] }) {
  return (
    // Heading and four points: rows that both columns share.
    <div className="md:row-span-5 md:grid md:grid-rows-subgrid">
      <h3 className="border-b border-ink pb-4 text-2xl">{title}</h3>
      <ul className="md:row-span-4 md:grid md:grid-rows-subgrid">
        {points.map((point) => (
          <li key={point.title} className="border-b py-5 last:border-b-0">
            <p className="font-medium">{point.title}</p>
            <p className="mt-1 text-muted">{point.text}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
