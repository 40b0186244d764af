import { sql } from 'drizzle-orm'
import type { ReferralDesk, NextPayout } from '@shared/referral-desk'
import { linkPath } from '@shared/referral-codes'
import { programDayOf } from '@shared/program-time'
import type { Database, Queryable } from '../../../db/client'
import type { Env } from '../../../env'
import { notFound } from '../../../errors'
import { onlyRow } from '../../../db/only-row'
import { payoutSettings } from '../../../db/schema/payouts'
import { profileGaps } from '../../profile-completion/profile-completion'
import { findPolicyInForce, pickRates } from '../../rewards/policy-queries'
import { summarizeRewards, owedUpTo } from '../../rewards/queries'
import { listStandingPolicies } from '../../rewards/referral-states'
import { ensureLink } from '../make-link'
import { countFunnel, findDeskOwner } from './queries'

/** All of someone's desk but the list of people. Throws 404 for the administrator. */
export async function getDesk(input: {
  db: Database
  env: Env
  userId: number
}): Promise<ReferralDesk> {
  const { db, env, userId } = input
  const owner = await findDeskOwner(db, userId)
  if (!owner) throw notFound()
  const [code, months, rewards, policy, gaps] = await Promise.all([
    ensureLink(db, userId),
    countFunnel(db, userId),
    summarizeRewards(db, userId),
    findPolicyInForce(db),
    profileGaps(db, env, [userId]),
  ])
  const month = `${months.at(-1)?.month}-01`
  const rewarded = await listStandingPolicies(db, { payeeId: userId, month })
  return {
    link: { code, url: env.publicOrigin + linkPath(code) },
    canEarn: owner.status !== 'rejected',
    months,
    rewards,
    next: await findNextPayout(db, {
      userId,
      payableCents: rewards.payableCents,
      isComplete: !gaps.has(userId),
    }),
    policy: pickRates(policy),
    rewardedThisMonth: rewarded.length,
  }
}

/** The day of the month on which last month's earnings are paid. */
const payoutDayOfMonth = 15

interface PayoutDay {
  /** '2026-12-15' */
  day: string
  /** What was posted before this day belongs to it. */
  before: string
}

/**
 * When the next payout is due: monthly on the 15th, for everything up to the end of the month before;
 * weekly on Monday, for the week before. On the day itself, its payout is under way, and the next one counts.
 */
export function nextPayoutDay(schedule: 'monthly' | 'weekly', today: string): PayoutDay {
  const [year = 0, month = 0, date = 0] = today.split('-').map(Number)
  if (schedule === 'weekly') {
    const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay() || 7
    const monday = write(year, month, date + 8 - weekday)
    return { day: monday, before: monday }
  }
  const ahead = date < payoutDayOfMonth ? 0 : 1
  return {
    day: write(year, month + ahead, payoutDayOfMonth),
    before: write(year, month + ahead, 1),
  }
}

/** What someone is paid next, when, and what keeps it back; null while nothing is owed. */
export async function findNextPayout(
  db: Queryable,
  of: { userId: number; payableCents: number; isComplete: boolean },
  now = new Date(),
): Promise<NextPayout | null> {
  const { userId, payableCents, isComplete } = of
  if (payableCents <= 0) return null
  const { schedule, minimumCents } = onlyRow(await db.select().from(payoutSettings))
  const today = programDayOf(now)
  const first = nextPayoutDay(schedule, today)
  const dueThen = first.before > today ? payableCents : await owedBefore(db, userId, first.before)
  // All of it was earned since: it is in the payout after.
  const isLater = dueThen <= 0
  const cents = isLater ? payableCents : dueThen
  const { day } = isLater ? nextPayoutDay(schedule, first.day) : first
  const waitsFor = !isComplete ? 'profile' : cents < minimumCents ? 'minimum' : null
  return { cents, day, waitsFor, minimumCents }
}

/** As the run of that time will have it. */
async function owedBefore(db: Queryable, userId: number, day: string): Promise<number> {
  const payee = { after: userId - 1, upTo: userId }
  const { rows } = await db.execute<{ cents: number }>(
    sql`select cents::float8 as cents from (${owedUpTo(sql`(${day}::date - 1)`, payee)}) owed`,
  )
  return rows[0]?.cents ?? 0
}

const write = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
