import { Link } from 'wouter'
import { formatCents } from '@shared/money'
import type { NextPayout, ReferralDesk } from '@shared/referral-desk'
import { rateOf, tierOf, tiers } from '@shared/reward-rates'
import { formatDay } from '@/lib/format'
import { paths } from '@/lib/paths'
import { Card } from '@/ui/card'
import { Fact, Facts } from '@/ui/facts'
import { Notice } from '@/ui/notice'
import { ProgressBar } from '@/ui/progress-bar'
import { describePolicy } from './referral-words'

/** Earnings of someone's referrals, paid and to come. */
export function EarningsPanel({ desk }: { desk: ReferralDesk }) {
  const { rewards, next, policy, canEarn } = desk
  const { earnedCents, payableCents, payingCents, paidCents, heldCents } = rewards
  return (
    <Card className="flex flex-col p-5 md:p-7" title="Your Earnings">
      {canEarn ? null : (
        <Notice tone="warning" className="mb-5" title="You can’t earn from referrals right now">
          Your own application wasn’t approved. If you think that’s wrong, please contact support.
        </Notice>
      )}
      <p className="figures font-display text-4xl text-evergreen">{formatCents(earnedCents)}</p>
      <p className="text-sm text-muted">Earned so far</p>
      <div className="mt-5 mb-5">
        <Facts>
          <Fact name="Next payout">
            <Next next={next} />
          </Fact>
          <Fact name="Balance">
            <Amount cents={payableCents} />
          </Fact>
          <Fact name="In transit">
            <Amount cents={payingCents} />
          </Fact>
          <Fact name="Paid">
            <Amount cents={paidCents} />
          </Fact>
          {heldCents > 0 ? (
            <Fact name="On hold">
              <Amount cents={heldCents} />, while we look into it
            </Fact>
          ) : null}
        </Facts>
      </div>
      {payableCents < 0 ? (
        <p className="-mt-1 mb-5 text-sm text-muted">
          You were paid for an approval that was later reversed. We’ll take it out of what you earn
          next.
        </p>
      ) : null}
      {policy.kind === 'tiers' ? <TierProgress desk={desk} /> : null}
      <p className="mt-auto border-t pt-4 text-sm text-muted">
        {canEarn ? <span>{describePolicy(policy)} </span> : null}
        <span>Results are not guaranteed; see our </span>
        <Link href={paths.disclosures} className="link">
          disclosures
        </Link>
        <span>.</span>
      </p>
    </Card>
  )
}

const Amount = ({ cents }: { cents: number }) => (
  <span className="figures">{formatCents(cents)}</span>
)

const waits: Record<NonNullable<NextPayout['waitsFor']>, (next: NextPayout) => string> = {
  minimum: ({ minimumCents }) =>
    `The minimum payout is ${formatCents(minimumCents)}. Until you reach it, this stays in your balance.`,
  profile: () => 'Complete your profile first so we can pay you.',
}

function Next({ next }: { next: NextPayout | null }) {
  if (!next) return <>None yet</>
  return (
    <>
      <span className="figures font-medium">
        {formatCents(next.cents)} on {formatDay(next.day)}
      </span>
      {next.waitsFor ? (
        <span className="block text-sm text-warning">{waits[next.waitsFor](next)}</span>
      ) : null}
    </>
  )
}

/** How far this month is from the next tier. */
function TierProgress({ desk: { policy, rewardedThisMonth: count } }: { desk: ReferralDesk }) {
  const names = { bronze: 'Bronze', silver: 'Silver', gold: 'Gold' }
  const tier = tierOf(policy, Math.max(1, count))
  const following = tiers[tiers.indexOf(tier) + 1]
  const from = following === 'silver' ? policy.silverFrom : policy.goldFrom
  const missing = from - count
  return (
    <div className="mb-5 border-t pt-4">
      <h3 className="text-base">{names[tier]} this month</h3>
      <ProgressBar
        className="mt-3"
        value={following ? count / from : 1}
        label={following ? `On the way to ${names[following]}` : 'The highest tier'}
      />
      <p className="mt-2 text-sm text-muted">
        {count === 1 ? '1 approved referral' : `${count} approved referrals`} this month.{' '}
        {following
          ? `${missing} more to ${names[following]}: ${formatCents(rateOf(policy, from, from))} each.`
          : `Each one earns ${formatCents(rateOf(policy, count, count))}.`}
      </p>
    </div>
  )
}
