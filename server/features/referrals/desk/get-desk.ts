import { sql } from 'drizzle-orm'
import type { NextPayout } from '@shared/referral-desk'
import { linkPath } from '@shared/referral-codes'
import { programDayOf } from '@shared/program-time'
import type { Ctx } from '../../../ctx'
import type { Queryable } from '../../../db/client'
import { payoutSettings } from '../../../db/schema/payouts'
import { profileGaps } from '../../profile-completion/profile-completion'
import { nextPayoutDay } from '../../rewards/payout-periods'
import { findPolicyInForce } from '../../rewards/policies'
import { summarizeRewards, owedUpTo } from '../../rewards/queries'
import { listActivePolicies } from '../../rewards/referral-states'
import { ensureLink } from '../make-link'
import { countOwnFunnel, getDeskOwner } from './queries'
import { onlyRow } from '../../../errors'

/** All of someone's desk but the list of people. Throws 404 for the administrator. */
export async function getDesk({ db, env, by: { id: userId } }: Ctx) {
  const owner = await getDeskOwner(db, userId)
  const [code, months, rewards, policy, gaps] = await Promise.all([
    ensureLink(db, userId),
    countOwnFunnel(db, userId),
    summarizeRewards(db, userId),
    findPolicyInForce(db),
    profileGaps(db, env, [userId]),
  ])
  const month = `${months.at(-1)?.month}-01`
  const rewarded = await listActivePolicies(db, { payeeId: userId, month })
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
    policy,
    rewardedThisMonth: rewarded.length,
  }
}

/** The sum that someone is paid next, when, and what keeps it back; null while nothing is owed. */
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
