import { Link } from 'wouter'
import { partnerAdvantages, referralAdvantages, shareLinkPath, type Point } from '@/content/landing'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { ResultsNote } from '../results-note'
import { EarningsEstimator } from './earnings-estimator'
import { PhoneFold } from './phone-fold'

export function Advantage() {
  return (
    <section aria-labelledby="advantage-title" className="border-t bg-white py-section">
      <div className="shell">
        <h2 id="advantage-title" className="max-w-2xl text-3xl md:text-4xl">
          The Credit Partner Advantage
        </h2>
        <div className="mt-5 gap-x-16 max-md:divide-y max-md:border-y md:mt-16 md:grid md:grid-cols-2">
          <Column title="Credit Partner Program" points={partnerAdvantages} />
          <Column title="Referral Program" points={referralAdvantages} />
        </div>
        <div
          id="signup"
          className="mt-6 flex scroll-mt-[35dvh] flex-wrap items-center gap-4 md:mt-12 md:border-t md:pt-8"
        >
          <Link href={paths.onboarding} className={buttonClass({ size: 'lg' })}>
            Sign Up
          </Link>
          <Link href={shareLinkPath} className={buttonClass({ size: 'lg', variant: 'secondary' })}>
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
      <PhoneFold title={title} titleClass="text-xl md:border-b md:border-ink md:pb-4 md:text-2xl">
        <ul className="max-md:pb-3 md:row-span-4 md:grid md:grid-rows-subgrid">
          {points.map((point) => (
            <li key={point.title} className="py-3 md:border-b md:py-5 md:last:border-b-0">
              <p className="font-medium">{point.title}</p>
              <p className="mt-1 text-muted">{point.text}</p>
            </li>
          ))}
        </ul>
      </PhoneFold>
    </div>
  )
}
