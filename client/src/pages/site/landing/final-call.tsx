import { Link } from 'wouter'
import { shareLinkPath } from '@/content/landing'
import { brand, supportPhoneHref } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Motif } from '@/ui/motif'
import { ResultsNote } from '../results-note'

export function FinalCall() {
  return (
    <section aria-labelledby="call-title" className="border-t bg-sand py-section">
      <div className="shell flex flex-col items-center text-center">
        <Motif strokeWidth={2.5} className="h-24 w-auto max-md:hidden" />
        <h2 id="call-title" className="max-w-3xl text-3xl md:mt-10 md:text-5xl">
          Put your credit to work
        </h2>
        <p className="mt-4 max-w-xl text-balance md:mt-5 md:text-lg">
          Apply as a Credit Partner with a score of 700 or higher, or refer someone with great
          credit and earn $500 per approved referral.
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-4 md:mt-9">
          <Link href={paths.onboarding} className={buttonClass({ size: 'lg' })}>
            Sign Up
          </Link>
          <Link href={shareLinkPath} className={buttonClass({ size: 'lg', variant: 'secondary' })}>
            Refer Someone
          </Link>
        </div>
        <ResultsNote
          lead="Only approved applications and referrals earn"
          className="mt-6 max-w-measure text-balance text-ink! md:mt-8"
        >
          All sales are final, and disputes go to binding arbitration with no class actions.
          Questions first? Call{' '}
          <a href={supportPhoneHref} className="link whitespace-nowrap">
            {brand.supportPhone}
          </a>
          .
        </ResultsNote>
      </div>
    </section>
  )
}
