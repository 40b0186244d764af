import { Link } from 'wouter'
import { approvalSteps, takesOn, trustPoints } from '@/content/landing'
import { figures } from '@/content/program'
import { brand, streetAddressLines } from '@/lib/brand'
import { documents, paths } from '@/lib/paths'
import { useDocumentTitle } from '@/lib/use-document-title'
import { buttonClass } from '@/ui/button'
import { Motif } from '@/ui/logo'
import { SupportPhone } from '@/ui/support-links'
import { Unbroken } from '@/ui/unbroken'
import { Advantage } from './landing/advantage'
import { HowItWorks, Options, PhoneFold } from './landing/how-it-works'
import { HeroIllustration, StepsIllustration } from './landing/illustrations'
import { ResultsNote } from './results-note'

export function LandingPage() {
  useDocumentTitle(brand.portalName)
  return (
    <>
      <Opening />
      <Options />
      <TakeOn />
      <Advantage />
      <HowItWorks />
      <ApprovalSteps />
      <Trust />
      <FinalCall />
    </>
  )
}

const facts = [
  { figure: figures.minimumScore, meaning: 'personal credit score to take part' },
  { figure: figures.perMonth, meaning: 'estimated earnings a month' },
  { figure: figures.perYear, meaning: 'estimated earnings a year' },
  { figure: figures.perReferral, meaning: 'per approved referral, uncapped' },
]

/** Headline and figures fill the first screen. On a phone the picture follows them; on a wide screen it is beside. */
export function Opening() {
  return (
    <div className="lg:grid lg:grid-cols-1">
      <section className="lg:col-start-1 lg:row-start-1">
        <div className="shell lg:grid lg:grid-cols-12">
          <div className="py-6 md:py-14 lg:col-span-7 lg:py-16 lg:pr-12">
            <h1 tabIndex={-1} className="text-hero">
              Turn your great credit into steady monthly income
            </h1>
            <p className="mt-4 max-w-xl text-lg text-balance text-muted md:mt-8 md:text-xl md:leading-8">
              You’ve spent years building good credit. Lend your credit standing to a vetted
              entrepreneur who needs funding, and get paid for it.
            </p>
            <div className="mt-5 flex flex-wrap items-center gap-x-7 gap-y-3 md:mt-10">
              <Link href={paths.onboarding} className={buttonClass({ size: 'lg' })}>
                Sign Up
              </Link>
              <a href="#how-it-works" className="link inline-flex min-h-11 items-center text-lg">
                See how it works
              </a>
            </div>
          </div>
        </div>
      </section>
      <section aria-label="The program in figures" className="lg:row-start-2 lg:border-b">
        <div className="shell pb-6 md:pb-12 lg:py-10">
          <dl className="grid grid-cols-2 gap-y-4 md:gap-y-8 lg:grid-cols-4">
            {facts.map(({ figure, meaning }) => (
              <div
                key={figure}
                className="flex flex-col-reverse justify-end border-l pr-2 pl-4 md:pl-6"
              >
                <dt className="mt-1 text-sm text-muted">{meaning}</dt>
                <dd className="figures font-display text-2xl whitespace-nowrap text-evergreen sm:text-3xl md:text-4xl">
                  {figure}
                </dd>
              </div>
            ))}
          </dl>
          <ResultsNote className="mt-3 md:mt-6" />
        </div>
      </section>
      <div className="on-evergreen relative overflow-hidden lg:col-start-1 lg:row-start-1 lg:ml-[60%]">
        <HeroIllustration className="h-50 w-full md:h-80 lg:absolute lg:inset-0 lg:h-full" />
      </div>
    </div>
  )
}

function TakeOn() {
  return (
    <section aria-labelledby="take-on-title" className="border-t bg-sand-light py-section">
      <div className="shell gap-16 lg:grid lg:grid-cols-[1fr_1.6fr]">
        <div>
          <div className="lg:sticky lg:top-28">
            <h2 id="take-on-title" className="text-3xl md:text-4xl">
              What You Take On
            </h2>
            <p className="mt-3 max-w-sm md:mt-4">
              Lending your credit standing to someone else’s business is a real risk, and it’s
              yours.
            </p>
            <ResultsNote lead="You may earn nothing" className="mt-3 max-w-sm" />
          </div>
        </div>
        <dl className="mt-5 md:mt-10 lg:mt-0">
          {takesOn.map((point) => (
            <div
              key={point.title}
              className="gap-8 border-t py-3 md:grid md:grid-cols-[1fr_1.7fr] md:py-6 last:border-b"
            >
              <dt className="font-medium">{point.title}</dt>
              <dd className="mt-0.5 text-muted md:mt-0">{point.text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}

function Trust() {
  return (
    <section aria-labelledby="trust-title" className="shell py-section">
      <div className="gap-16 lg:grid lg:grid-cols-[1fr_1.6fr]">
        <div>
          <div className="lg:sticky lg:top-28">
            <h2 id="trust-title" className="text-3xl md:text-4xl">
              Trusted by Thousands of Partners
            </h2>
            <p className="mt-3 max-w-sm text-muted md:mt-4">
              Before you share anything, read the{' '}
              <Link href={paths.privacy} className="link whitespace-nowrap">
                Privacy Policy
              </Link>{' '}
              and the{' '}
              <Link href={paths.disclosures} className="link whitespace-nowrap">
                FTC Disclosures
              </Link>
              , and check who we are: our{' '}
              <a href={documents.license} download className="link sm:whitespace-nowrap">
                business license (PDF)
              </a>
              , our{' '}
              <a href={documents.dueDiligence} download className="link sm:whitespace-nowrap">
                due diligence (PDF)
              </a>
              , and our office at {streetAddressLines}.
            </p>
          </div>
        </div>
        <div className="mt-5 md:mt-10 lg:mt-0">
          {trustPoints.map((point) => (
            <div
              key={point.title}
              className="gap-8 border-t py-4 md:grid md:grid-cols-[1fr_1.7fr] md:py-8 last:border-b"
            >
              <h3>{point.title}</h3>
              <p className="mt-1 text-muted md:mt-0">
                <Unbroken>{point.text}</Unbroken>
              </p>
            </div>
          ))}
        </div>
      </div>
    </section>
  )
}

function FinalCall() {
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
          <Link
            href={paths.referralProgram}
            className={buttonClass({ size: 'lg', variant: 'secondary' })}
          >
            Refer Someone
          </Link>
        </div>
        <ResultsNote
          lead="Only approved applications and referrals earn"
          className="mt-6 max-w-measure text-balance text-ink! md:mt-8"
        >
          All sales are final, and disputes go to binding arbitration with no class actions.
          Questions first? Call <SupportPhone />.
        </ResultsNote>
      </div>
    </section>
  )
}

function ApprovalSteps() {
  return (
    <section aria-labelledby="approval-title" className="bg-sand-light py-section">
      <div className="shell">
        <h2 id="approval-title" className="text-3xl md:text-4xl">
          How to Get Approved
        </h2>
        <p className="mt-3 max-w-measure text-muted md:mt-4 md:text-lg">
          Five steps. We do most of the work. You’ll need a personal credit score of 700 or higher.
        </p>
        <StepsIllustration className="mt-14 w-full max-lg:hidden" />
        {/* The columns share their rows, so that titles of one line and of two end at one height. */}
        <ol className="mt-5 grid max-md:border-b md:mt-10 lg:mt-6 lg:grid-cols-5">
          {approvalSteps.map((step, index) => (
            <li
              key={step.title}
              className="grid grid-cols-[3.5rem_minmax(0,1fr)] border-t md:py-6 lg:row-span-4 lg:grid-cols-1 lg:grid-rows-subgrid lg:border-t-0 lg:py-0 lg:pr-8"
            >
              <span
                aria-hidden="true"
                className="figures font-display text-3xl text-brass max-md:pt-3"
              >
                {index + 1}
              </span>
              <div className="lg:contents">
                <PhoneFold
                  title={step.title}
                  titleClass="text-xl lg:mt-3"
                  note={
                    <p className="text-sm font-medium text-brass-text md:mt-1.5">
                      <Unbroken>{step.time}</Unbroken>
                    </p>
                  }
                >
                  <p className="text-muted max-md:pb-4 md:mt-3">{step.text}</p>
                </PhoneFold>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}
