import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { lazily } from '@shared/lazily'
import { formatCents } from '@shared/money'
import type { NextPayout, ReferralDesk } from '@shared/referral-desk'
import { rateOf, tierOf, tiers } from '@shared/reward-rates'
import { describeLine } from '@shared/statement-lines'
import { formatDate, formatDay, formatMonth } from '@/lib/format'
import { paths } from '@/lib/paths'
import { buttonClass } from '@/ui/button'
import { Card } from '@/ui/card'
import { Fact, Facts } from '@/ui/facts'
import { Loaded } from '@/ui/loaded'
import { Notice } from '@/ui/notice'
import { ProgressBar } from '@/ui/progress-bar'
import { statementFile, statementQuery, statementsQuery } from './desk-api'

export function EarningsPanel({ desk }: { desk: ReferralDesk }) {
  const { rewards, next, policy, canEarn } = desk
  const { earnedCents, payableCents, payingCents, paidCents, heldCents } = rewards
  return (
    <Card className="flex flex-col p-4 sm:p-5 md:p-7" title="Your Earnings">
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
              <Amount cents={heldCents} />, under review
            </Fact>
          ) : null}
        </Facts>
      </div>
      {payableCents < 0 ? (
        <p className="-mt-1 mb-5 text-sm text-muted">
          You’ve been paid {formatCents(-payableCents)} more than you’ve earned. We’ll take it out
          of what you earn next.
        </p>
      ) : null}
      {policy.kind === 'tiers' ? <TierProgress desk={desk} /> : null}
      <p className="mt-auto border-t pt-4 text-sm text-muted">
        {canEarn ? <span>{describeReward(policy)} </span> : null}
        <span>Results are not guaranteed; see our </span>
        <Link href={paths.disclosures} className="link">
          disclosures
        </Link>
        <span>.</span>
      </p>
    </Card>
  )
}

export function Statements() {
  const statements = useQuery(statementsQuery)
  return (
    <Card title="Statements">
      <Loaded query={statements} what="Your statements" skeleton="h-12">
        {(months) =>
          months.length === 0 ? (
            <p className="text-muted">
              You’ll find your first statement here after one of your referrals is approved.
            </p>
          ) : (
            <ul className="divide-y border-t">
              {months.map(({ month, earnedCents, paidOutCents, closingCents }) => (
                <li key={month} className="flex flex-wrap items-center justify-between gap-3 py-3">
                  <div className="min-w-0">
                    <h3 className="text-base">{formatMonth(month)}</h3>
                    <p className="figures text-sm text-muted">
                      Earned {formatCents(earnedCents)}, paid {formatCents(paidOutCents)}, balance{' '}
                      {formatCents(closingCents)}
                    </p>
                  </div>
                  <div className="flex gap-2">
                    {(['pdf', 'csv'] as const).map((kind) => (
                      <a
                        key={kind}
                        href={statementFile(month, kind)}
                        download
                        aria-label={`${kind.toUpperCase()} statement for ${formatMonth(month)}`}
                        className={buttonClass({ size: 'sm', variant: 'secondary' })}
                      >
                        <Download aria-hidden="true" className="size-4" />
                        {kind.toUpperCase()}
                      </a>
                    ))}
                  </div>
                  <Lines month={month} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

/** The lines of a month as its PDF has them, once they are asked for. */
function Lines({ month }: { month: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const statement = useQuery({ ...statementQuery(month), enabled: isOpen })
  return (
    <details className="basis-full" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="link w-fit py-1 text-sm pointer-coarse:py-3">
        What it’s made of<span className="sr-only"> in {formatMonth(month)}</span>
      </summary>
      {isOpen ? (
        <Loaded query={statement} what="The statement" skeleton="h-24">
          {({ openingCents, lines, closingCents }) => (
            <table className="mt-2 w-full text-sm">
              <caption className="sr-only">Statement for {formatMonth(month)}</caption>
              <thead className="text-left text-muted">
                <tr>
                  <th scope="col">What</th>
                  <th scope="col">Date</th>
                  <th scope="col" className="text-right">
                    Amount
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y">
                <Line what="Balance at the beginning" cents={openingCents} />
                {lines.map((line, index) => (
                  <Line key={index} what={describeLine(line)} at={line.at} cents={line.cents} />
                ))}
                <Line what="Balance at the end" cents={closingCents} />
              </tbody>
            </table>
          )}
        </Loaded>
      ) : null}
    </details>
  )
}

function Line({ what, at, cents }: { what: string; at?: string; cents: number }) {
  return (
    <tr className="align-top">
      <th scope="row" className="py-1.5 text-left font-normal wrap-anywhere">
        {what}
      </th>
      <td className="px-3 py-1.5">{at === undefined ? null : formatDate(at)}</td>
      <td className="figures py-1.5 text-right">{formatCents(cents)}</td>
    </tr>
  )
}

const Amount = ({ cents }: { cents: number }) => (
  <span className="figures">{formatCents(cents)}</span>
)

const waits: Record<NonNullable<NextPayout['waitsFor']>, (next: NextPayout) => ReactNode> = {
  minimum: ({ minimumCents }) =>
    `The minimum payout is ${formatCents(minimumCents)}. Until you reach it, this stays in your balance.`,
  profile: () => 'Complete your profile first so we can pay you.',
  'payment-method': () => (
    <a href="#payment-settings" className="link pointer-coarse:py-2.5">
      Add Payout Method
    </a>
  ),
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

export function describeReward(policy: ReferralDesk['policy']): string {
  if (policy.kind === 'flat') {
    return `You earn ${formatCents(policy.flatCents)} for each person you refer who is approved, with no cap.`
  }
  const { bronzeCents, silverCents, goldCents, silverFrom, goldFrom, tierRule } = policy
  const bronze = `Bronze ${formatCents(bronzeCents)} from the first approved referral of a month`
  const silver = `Silver ${formatCents(silverCents)} from the ${ordinal(silverFrom)}`
  const gold = `Gold ${formatCents(goldCents)} from the ${ordinal(goldFrom)}`
  const rule =
    tierRule === 'each'
      ? 'Each referral earns the rate of the tier it falls in.'
      : 'All referrals in a month earn the rate of the highest tier you reach.'
  return `${bronze}, ${silver}, ${gold}. ${rule} Tiers start over each month.`
}

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const ordinals = lazily(() => new Intl.PluralRules('en-US', { type: 'ordinal' }))

const ordinal = (count: number): string => `${count}${endings[ordinals().select(count)]}`
