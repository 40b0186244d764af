import { type ComponentProps, useId, useState } from 'react'
import { Link } from 'wouter'
import { partnerAdvantages, type Point, referralAdvantages } from '@/content/landing'
import { estimate } from '@/content/program'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { ResultsNote } from '../results-note'
import { PhoneFold } from './how-it-works'

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
          tabIndex={-1}
          className="mt-6 flex scroll-mt-[35dvh] flex-wrap items-center gap-4 md:mt-12 md:border-t md:pt-8"
        >
          <Link href={paths.onboarding} className={buttonClass({ size: 'lg' })}>
            Sign Up
          </Link>
          <Link
            href={paths.referralProgram}
            className={buttonClass({ size: 'lg', variant: 'secondary' })}
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

const mostMonths = 12
const mostReferrals = 20

// Loading `Intl` would block a phone for 200 ms.
const dollars = (amount: number) => `$${String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',')}`

/** Multiplies the program's own figures by what the visitor chooses, next to the warning about estimates. */
function EarningsEstimator() {
  return (
    <div className="mt-6 max-md:border-y md:mt-section">
      <PhoneFold title="Estimate what a year could bring" titleClass="text-xl md:text-3xl">
        <Calculator />
      </PhoneFold>
    </div>
  )
}

function Calculator() {
  const [months, setMonths] = useState(6)
  const [referrals, setReferrals] = useState(0)
  const fromMatches = months * estimate.perMonth
  const fromReferrals = referrals * estimate.perReferral

  return (
    <div className="mb-6 overflow-hidden rounded-xl border bg-paper md:mt-8 md:mb-0 lg:grid lg:grid-cols-[1.15fr_1fr]">
      <div className="p-6 md:p-12">
        <p className="max-w-md text-muted">
          Move the sliders. The total assumes {dollars(estimate.perMonth)} for each month of
          partnership and {dollars(estimate.perReferral)} for each approved referral.
        </p>
        <div className="mt-8 grid gap-8">
          <Slider
            label="Months as a matched Credit Partner"
            value={months}
            max={mostMonths}
            markClass="rounded-t-full bg-evergreen"
            onChange={setMonths}
          />
          <Slider
            label="Approved referrals"
            value={referrals}
            max={mostReferrals}
            markClass="rounded-full bg-brass"
            onChange={setReferrals}
          />
        </div>
      </div>
      <div className="on-evergreen flex flex-col p-6 md:p-12">
        <p id="estimate-title" className="text-paper/85">
          Estimated total
        </p>
        <output
          aria-labelledby="estimate-title"
          className="figures mt-1 font-display text-5xl md:text-6xl"
        >
          {dollars(fromMatches + fromReferrals)}
        </output>
        <dl className="figures mt-8 grid gap-0">
          <Part label={`${plural(months, 'month')} of partnership`} amount={fromMatches} />
          <Part label={plural(referrals, 'approved referral')} amount={fromReferrals} />
        </dl>
        <p className="mt-auto pt-8 text-sm text-paper/85">
          This is a calculation, not a forecast: results are not guaranteed. Payments come from
          entrepreneurs, and only after approval and a match. Some people earn nothing. Read the{' '}
          <Link
            href={paths.disclosures}
            className="whitespace-nowrap text-brass-light underline underline-offset-4"
          >
            FTC Disclosures
          </Link>
          .
        </p>
      </div>
    </div>
  )
}

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

function Part({ label, amount }: { label: string; amount: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4 border-t border-paper/20 py-3">
      <dt className="text-paper/85">{label}</dt>
      <dd className="font-medium">{dollars(amount)}</dd>
    </div>
  )
}

interface SliderProps {
  label: string
  value: number
  max: number
  markClass: string
  onChange: (value: number) => void
}

function Slider({ label, value, max, markClass, onChange }: SliderProps) {
  const id = useId()
  return (
    <div>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <span aria-hidden="true" className="figures font-display text-2xl text-evergreen">
          {value}
        </span>
      </div>
      <div aria-hidden="true" className="mt-3 flex gap-1">
        {Array.from({ length: max }, (_, index) => (
          <span
            key={index}
            className={cx(
              'aspect-square max-h-7 min-w-0 flex-1 transition-opacity',
              markClass,
              index >= value && 'opacity-15',
            )}
          />
        ))}
      </div>
      <RangeInput
        id={id}
        min={0}
        max={max}
        value={value}
        className="mt-1"
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
    </div>
  )
}

const look =
  'h-11 w-full cursor-pointer appearance-none rounded-sm bg-transparent ' +
  '[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full ' +
  '[&::-webkit-slider-runnable-track]:bg-control [&::-moz-range-track]:h-1 ' +
  '[&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-control ' +
  '[&::-webkit-slider-thumb]:-mt-2.5 [&::-webkit-slider-thumb]:size-6 ' +
  '[&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full ' +
  '[&::-webkit-slider-thumb]:border-[6px] [&::-webkit-slider-thumb]:border-evergreen ' +
  '[&::-webkit-slider-thumb]:bg-white [&::-moz-range-thumb]:size-3 ' +
  '[&::-moz-range-thumb]:rounded-full [&::-moz-range-thumb]:border-[6px] ' +
  '[&::-moz-range-thumb]:border-evergreen [&::-moz-range-thumb]:bg-white'

function RangeInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      {...rest}
      type="range"
      className={cx(look, 'forced-colors:appearance-auto', className)}
    />
  )
}
