import { useState } from 'react'
import { referralBenefits, type ReferralWay, referralWays } from '@/content/referral-program'
import { ReceiptPanel } from '@/features/messages/public-form'
import { ReferralForm, type SentReferral } from '@/features/messages/referral-form'
import { LinkToShare } from '@/features/referrals/link-to-share'
import { useCodeInAddress } from '@/lib/referral-code'
import { useAddress } from '@/lib/use-address'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useLinkToken } from '@/lib/use-link-token'
import { Card } from '@/ui/card'
import { ReferralArcs } from '../landing/illustrations'
import { PageBanner } from '../page-banner'
import { ResultsNote } from '../results-note'
import { GetYourLink } from './get-your-link'

export const Opening = () => (
  <>
    <PageBanner
      title="Referral Program"
      subtitle="Refer friends and family with great credit and earn $500 per qualified match."
      illustration={<ReferralArcs className="h-28 w-auto" />}
    />
    <Benefits />
  </>
)

export function ReferralPage() {
  useDocumentTitle('Referral Program')
  useCodeInAddress()
  const [mailedClaim] = useLinkToken()
  const [sent, setSent] = useState<SentReferral | null>(null)
  /** Claim on the sender's link, once a form was sent without being logged in. */
  const [sentClaim, setSentClaim] = useState<string>()
  // In the address, so that it is the same one after a reload.
  const address = useAddress()
  const way = address.get('way') === 'details' ? 'details' : 'link'
  const choose = (chosen: ReferralWay) =>
    address.set({ way: chosen === 'link' ? '' : chosen }, { replace: true })

  function handleSent(referral: SentReferral) {
    setSentClaim(referral.claim)
    setSent(referral)
  }

  return (
    <>
      <Opening />
      <div className="border-t bg-white">
        <div className="shell py-10 md:py-16">
          <WayChoice way={way} onChoose={choose} />
          <div className="mt-10 grid gap-x-16 gap-y-10 md:mt-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,40rem)]">
            <ThreeSteps way={way} />
            {/* The other way's form keeps what was typed into it. */}
            <div className="grid content-start gap-8">
              <div hidden={way !== 'details'}>
                <Card className="bg-paper p-5 md:p-9" titleId="referral-title">
                  {sent ? (
                    <Receipt sent={sent} onAgain={() => setSent(null)} />
                  ) : (
                    <>
                      <h2 id="referral-title" className="mb-7">
                        Refer Someone
                      </h2>
                      <ReferralForm claim={sentClaim} onSent={handleSent} />
                    </>
                  )}
                </Card>
              </div>
              <div hidden={way !== 'link' && !sent?.claim}>
                <GetYourLink claim={sentClaim ?? mailedClaim} sender={sent} />
              </div>
            </div>
          </div>
        </div>
      </div>
    </>
  )
}

function Benefits() {
  return (
    <section aria-labelledby="benefits-title" className="shell py-8 md:py-12">
      <h2 id="benefits-title" className="sr-only">
        Benefits
      </h2>
      <ul className="grid gap-x-10 gap-y-5 md:grid-cols-3">
        {referralBenefits.map((benefit) => (
          <li key={benefit.title} className="border-l pl-5 md:pl-6">
            <p className="figures font-display text-2xl text-evergreen md:text-4xl">
              {benefit.figure}
            </p>
            <p className="font-medium md:mt-1">{benefit.title}</p>
            <p className="mt-1 text-muted md:mt-2">{benefit.text}</p>
          </li>
        ))}
      </ul>
      <ResultsNote lead="A referral pays only if it qualifies" className="mt-6 md:mt-8" />
    </section>
  )
}

function ThreeSteps({ way }: { way: ReferralWay }) {
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title" className="text-3xl">
        Three Steps
      </h2>
      <ol className="mt-8">
        {referralWays[way].steps.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[3rem_1fr] border-t py-6">
            <span aria-hidden="true" className="figures font-display text-3xl leading-8 text-brass">
              {index + 1}
            </span>
            <div>
              <h3>{step.title}</h3>
              <p className="mt-1.5 text-muted">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <ResultsNote lead="Not every referral qualifies" className="border-t pt-5" />
    </section>
  )
}

function Receipt({ sent, onAgain }: { sent: SentReferral; onAgain: () => void }) {
  return (
    <ReceiptPanel
      titleId="referral-title"
      title="Referral received"
      again="Refer Someone Else"
      onAgain={onAgain}
    >
      <p className="wrap-anywhere">
        Thank you, {sent.name}. We have your referral of{' '}
        <strong className="font-medium text-ink">{sent.referralName}</strong> and will contact them
        soon.
      </p>
      <p>You’re paid only if your referral qualifies. Results are not guaranteed.</p>
      <p>
        <span>This is your link. Everyone who signs up with it is your referral, too.</span>
        {sent.claim ? (
          <span> Make it yours below to follow your referrals and get paid.</span>
        ) : null}
      </p>
      <LinkToShare link={sent.link} />
    </ReceiptPanel>
  )
}

const ways: readonly ReferralWay[] = ['link', 'details']

function WayChoice({ way, onChoose }: { way: ReferralWay; onChoose: (way: ReferralWay) => void }) {
  return (
    <section aria-labelledby="ways-title">
      <h2 id="ways-title" className="text-3xl">
        Two Ways to Refer
      </h2>
      <div
        role="radiogroup"
        aria-labelledby="ways-title"
        className="mt-5 grid gap-4 md:mt-8 md:grid-cols-2"
      >
        {ways.map((one) => (
          <label
            key={one}
            className="flex cursor-pointer gap-4 rounded-xl border border-control p-5 outline-offset-2 transition-colors hover:border-ink has-checked:border-evergreen has-checked:bg-sand-light has-checked:shadow-[inset_0_0_0_1px_var(--evergreen)] has-focus-visible:outline-2 has-focus-visible:outline-(--focus) md:p-6"
          >
            <input
              type="radio"
              name="way"
              value={one}
              checked={way === one}
              aria-labelledby={`way-${one}`}
              aria-describedby={`way-${one}-text`}
              className="mt-1 size-5 shrink-0 accent-evergreen outline-none"
              onChange={() => onChoose(one)}
            />
            <span>
              <span id={`way-${one}`} className="block text-lg font-medium">
                {referralWays[one].title}
              </span>
              <span id={`way-${one}-text`} className="mt-1 block text-muted">
                {referralWays[one].text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </section>
  )
}
