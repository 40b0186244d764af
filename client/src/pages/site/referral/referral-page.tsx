import { useState } from 'react'
import { referralBenefits, referralSteps } from '@/content/referral-program'
import { ReceiptPanel } from '@/features/messages/receipt-panel'
import { ReferralForm, type SentReferral } from '@/features/messages/referral-form'
import { LinkToShare } from '@/features/referrals/link-to-share'
import { useCodeInAddress } from '@/lib/referral-code'
import { useDocumentTitle } from '@/lib/use-document-title'
import { useLinkToken } from '@/lib/use-link-token'
import { Card } from '@/ui/card'
import { PageBanner } from '../page-banner'
import { ReferralArcs } from '../referral-arcs'
import { ResultsNote } from '../results-note'
import { GetYourLink } from './get-your-link'

export function ReferralPage() {
  useDocumentTitle('Referral Program')
  useCodeInAddress()
  const [mailedClaim] = useLinkToken()
  const [sentClaim, setSentClaim] = useState<string>()
  return (
    <>
      <PageBanner
        title="Referral Program"
        subtitle="Refer friends and family with great credit and earn $500 per qualified match."
        illustration={<ReferralArcs className="h-28 w-auto" />}
      />
      <section aria-labelledby="benefits-title" className="shell py-14 md:py-20">
        <h2 id="benefits-title" className="sr-only">
          Benefits
        </h2>
        <ul className="grid gap-x-10 gap-y-8 md:grid-cols-3">
          {referralBenefits.map((benefit) => (
            <li key={benefit.title} className="border-l pl-5 md:pl-6">
              <p className="figures font-display text-4xl text-evergreen">{benefit.figure}</p>
              <p className="mt-1 font-medium">{benefit.title}</p>
              <p className="mt-2 text-muted">{benefit.text}</p>
            </li>
          ))}
        </ul>
        <ResultsNote lead="A referral pays only if it qualifies" className="mt-10" />
      </section>
      <div className="border-t bg-white">
        <div className="shell grid gap-x-16 gap-y-14 py-section lg:grid-cols-[minmax(0,1fr)_minmax(0,40rem)]">
          <ThreeSteps />
          <Card as="section" className="bg-paper p-5 md:p-9" aria-labelledby="referral-title">
            <Referral claim={sentClaim} onClaim={setSentClaim} />
          </Card>
        </div>
      </div>
      <GetYourLink claim={sentClaim ?? mailedClaim} />
    </>
  )
}

function ThreeSteps() {
  return (
    <section aria-labelledby="steps-title">
      <h2 id="steps-title" className="text-3xl">
        Three Steps
      </h2>
      <ol className="mt-8">
        {referralSteps.map((step, index) => (
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

interface ReferralProps {
  /** Of the sender's link, once a form was sent without being logged in. */
  claim: string | undefined
  onClaim: (claim: string | undefined) => void
}

function Referral({ claim, onClaim }: ReferralProps) {
  const [sent, setSent] = useState<SentReferral | null>(null)

  function handleSent(referral: SentReferral) {
    onClaim(referral.claim)
    setSent(referral)
  }

  if (sent) {
    return (
      <ReceiptPanel
        titleId="referral-title"
        title="Referral received"
        again="Refer Someone Else"
        onAgain={() => setSent(null)}
      >
        <p className="wrap-anywhere">
          Thank you, {sent.name}. We have your referral of{' '}
          <strong className="font-medium text-ink">{sent.referralName}</strong> and will contact
          them soon.
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
  return (
    <>
      <h2 id="referral-title" className="mb-7">
        Refer Someone
      </h2>
      <ReferralForm claim={claim} onSent={handleSent} />
    </>
  )
}
