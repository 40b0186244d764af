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

export function Hero() {
  return (
    <>
      <section className="relative">
        <div className="shell lg:grid lg:grid-cols-12">
          <div className="pt-12 pb-12 md:pt-20 md:pb-16 lg:col-span-7 lg:py-32 lg:pr-12">
            <h1 tabIndex={-1} className="text-hero">
              Turn your great credit into steady monthly income
            </h1>
            <p className="mt-6 max-w-xl text-lg text-balance text-muted md:mt-8 md:text-xl md:leading-8">
              You’ve spent years building good credit. Lend your credit standing to a vetted
              entrepreneur who needs funding, and get paid for it.
            </p>
            <div className="mt-8 flex flex-wrap items-center gap-x-7 gap-y-3 md:mt-10">
              <Link
                href={paths.onboarding}
                className={buttonClass({ size: 'lg', className: 'max-sm:w-full' })}
              >
                Sign Up
              </Link>
              <a href="#how-it-works" className="link inline-flex min-h-11 items-center text-lg">
                See how it works
              </a>
            </div>
            <p className="mt-6 text-sm text-muted">
              The application takes under 1 minute. Results are not guaranteed.
            </p>
          </div>
        </div>
        <div className="on-evergreen overflow-hidden lg:absolute lg:inset-y-0 lg:right-0 lg:left-[60%]">
          <HeroIllustration className="aspect-3/2 w-full lg:aspect-auto lg:h-full" />
        </div>
      </section>
      <section aria-label="The program in figures" className="border-b">
        <div className="shell py-10 md:py-14">
          <dl className="grid grid-cols-2 gap-y-8 lg:grid-cols-4">
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
          <ResultsNote className="mt-8" />
        </div>
      </section>
    </>
  )
}
