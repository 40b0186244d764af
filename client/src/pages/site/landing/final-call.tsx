import { Link } from 'wouter'
import { brand, supportPhoneHref } from '@/lib/brand'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Motif } from '@/ui/motif'
import { ResultsNote } from '../results-note'

export function FinalCall() {
  return (
    <section aria-labelledby="call-title" className="border-t bg-sand py-section">
      <div className="shell flex flex-col items-center text-center">
        <Motif strokeWidth={2.5} className="h-20 w-auto md:h-24" />
        <h2 id="call-title" className="mt-10 max-w-3xl text-4xl md:text-5xl">
          Put your credit to work
        </h2>
        <p className="mt-5 max-w-xl text-lg text-balance">
          Apply as a Credit Partner with a score of 700 or higher, or refer someone with great
          credit and earn $500 per approved referral.
        </p>
        <div className="mt-9 flex flex-wrap justify-center gap-4 max-sm:w-full max-sm:flex-col">
          <Link href={paths.onboarding} className={buttonClass({ size: 'lg' })}>
            Sign Up
          </Link>
          <Link
            href={paths.referralProgram}
            className={buttonClass({ size: 'lg', variant: 'secondary' })}
          >
            Refer Someone
          </Link>
        </div>
        <ResultsNote
          lead="Only approved applications and referrals earn"
          className="mt-8 text-balance text-ink!"
        />
        <p className="mt-2 max-w-measure text-sm text-balance">
          All sales are final, and disputes go to binding arbitration with no class actions.
          Questions first? Call{' '}
          <a href={supportPhoneHref} className="link whitespace-nowrap">
            {brand.supportPhone}
          </a>
          .
        </p>
      </div>
    </section>
  )
}
