import { referralWays, type ReferralWay } from '@/content/referral-program'

const ways: readonly ReferralWay[] = ['link', 'details']

interface WayChoiceProps {
  way: ReferralWay
  onChoose: (way: ReferralWay) => void
}

/** Two cards; one is chosen. */
export function WayChoice({ way, onChoose }: WayChoiceProps) {
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
