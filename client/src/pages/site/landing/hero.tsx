import { Link } from 'wouter'
import { figures } from '@/content/program'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { ResultsNote } from '../results-note'
import { HeroIllustration } from './illustrations'

const facts = [
  { figure: figures.minimumScore, meaning: 'personal credit score to take part' },
  { figure: figures.perMonth, meaning: 'estimated earnings a month' },
  { figure: figures.perYear, meaning: 'estimated earnings a year' },
  { figure: figures.perReferral, meaning: 'per approved referral, uncapped' },
]

/** Headline and figures fill the first screen. On a phone the picture follows them; on a wide screen it is beside. */
export function Hero() {
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
