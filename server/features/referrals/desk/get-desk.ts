import { sql, and, desc, eq, inArray, lt } from 'drizzle-orm'
import {
  type NextPayout,
  funnelMonths,
  type FunnelMonth,
  type OwnReferralsQuery,
  type ReferralStanding,
} from '@shared/referral-desk'
import type { ProfileStep } from '@shared/profile-completion'
import { linkPath } from '@shared/referral-codes'
import { programDayOf } from '@shared/program-time'
import type { ReviewStatus } from '@shared/review'
import type { HoldReason } from '@shared/rewards'
import type { Ctx } from '../../../ctx'
import type { Queryable } from '../../../db/client'
import { payoutSettings } from '../../../db/schema/payouts'
import { profileGaps } from '../../profile-completion/profile-completion'
import { nextPayoutDay } from '../../rewards/payout-periods'
import { findPolicyInForce } from '../../rewards/policies'
import { summarizeRewards, owedUpTo } from '../../rewards/queries'
import { listActivePolicies } from '../../rewards/referral-states'
import { ensureLink } from '../make-link'
import { onlyRow, orNotFound } from '../../../errors'
import { countRows } from '../../../db/lists/totals'
import { beginningOf, monthOf } from '../../../db/program-days'
import { referredPeople } from '../../../db/schema/referral-links'
import { users, personColumns } from '../../../db/schema/users'

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
      missing: gaps.get(userId) ?? [],
    }),
    policy,
    rewardedThisMonth: rewarded.length,
  }
}

/** The sum that someone is paid next, when, and what keeps it back; null while nothing is owed. */
export async function findNextPayout(
  db: Queryable,
  of: { userId: number; payableCents: number; missing: readonly ProfileStep[] },
  now = new Date(),
): Promise<NextPayout | null> {
  const { userId, payableCents, missing } = of
  if (payableCents <= 0) return null
  const { schedule, minimumCents } = onlyRow(await db.select().from(payoutSettings))
  const today = programDayOf(now)
  const first = nextPayoutDay(schedule, today)
  const dueThen = first.before > today ? payableCents : await owedBefore(db, userId, first.before)
  // All of it was earned since: it is in the payout after.
  const isLater = dueThen <= 0
  const cents = isLater ? payableCents : dueThen
  const { day } = isLater ? nextPayoutDay(schedule, first.day) : first
  return { cents, day, waitsFor: findObstacle(missing, cents < minimumCents), minimumCents }
}

/** The way to be paid comes last, as it is asked for where the money is shown. */
function findObstacle(missing: readonly ProfileStep[], isTooLittle: boolean) {
  if (missing.some((step) => step !== 'payment-method')) return 'profile'
  if (missing.length > 0) return 'payment-method'
  return isTooLittle ? 'minimum' : null
}

/** As the run of that time will have it. */
async function owedBefore(db: Queryable, userId: number, day: string): Promise<number> {
  const payee = { after: userId - 1, upTo: userId }
  const { rows } = await db.execute<{ cents: number }>(
    sql`select cents::float8 as cents from (${owedUpTo(sql`(${day}::date - 1)`, payee)}) owed`,
  )
  return rows[0]?.cents ?? 0
}

const thisMonth = monthOf(sql`now()`)
const firstMonth = sql`(${thisMonth} - make_interval(months => ${sql.raw(String(funnelMonths - 1))}))::date`
const beginning = beginningOf(firstMonth)

/** Someone's last twelve months, oldest first, those without anything included. */
async function countOwnFunnel(db: Queryable, userId: number): Promise<FunnelMonth[]> {
  const decidedAt = sql`coalesce(u.status_at, u.created_at)`
  const { rows } = await db.execute<{ [Key in keyof FunnelMonth]: FunnelMonth[Key] }>(sql`
    select to_char(months.month, 'YYYY-MM') as month, coalesce(clicks.clicks, 0)::int as clicks,
      coalesce(sign_ups.people, 0)::int as "signedUp", coalesce(approvals.people, 0)::int as approved,
      coalesce(rewards.cents, 0)::float8 as "earnedCents"
    from (select generate_series(${firstMonth}, ${thisMonth}, interval '1 month')::date) months (month)
    left join (
      select date_trunc('month', k.day)::date, sum(k.clicks)
      from referral_links l join referral_clicks k on k.code = l.code
      where l.user_id = ${userId} and k.day >= ${firstMonth} group by 1
    ) clicks (month, clicks) using (month)
    left join (
      select ${monthOf(sql`p.signed_up_at`)}, count(*)
      from referred_people p
      where p.referrer_id = ${userId} and p.signed_up_at >= ${beginning} group by 1
    ) sign_ups (month, people) using (month)
    left join (
      select ${monthOf(decidedAt)}, count(*)
      from referred_people p join users u on u.id = p.referred_id
      where p.referrer_id = ${userId} and u.kind = 'partner' and u.status = 'approved'
        and ${decidedAt} >= ${beginning} group by 1
    ) approvals (month, people) using (month)
    left join (
      select t.month, sum(e.cents)
      from ledger_transactions t
        join ledger_entries e on e.transaction_id = t.id and e.account = 'rewards'
      where t.payee_id = ${userId} and t.month >= ${firstMonth} group by 1
    ) rewards (month, cents) using (month)
    order by months.month`)
  return rows
}

/** 'Rosa D.': no more of a name is selected. */
const shortName = ({ firstName, lastName }: typeof users) =>
  sql<string>`${firstName} || ' ' || left(${lastName}, 1) || '.'`

/** Written with the table's name: Drizzle leaves it off a column in the list of what is selected. */
const holdOf = (isOpen: boolean) => sql<HoldReason | null>`(
  select h.reason from reward_holds h where h.referred_person_id = referred_people.id
    and h.outcome ${sql.raw(isOpen ? 'is null' : "= 'voided'")} order by h.id limit 1)`

/** A page of the people someone has referred, newest first, each with first name and initial only. */
export async function listOwnReferrals(
  db: Queryable,
  userId: number,
  { limit, cursor }: OwnReferralsQuery,
) {
  const isTheirs = eq(referredPeople.referrerId, userId)
  const rows = await db
    .select({
      id: referredPeople.id,
      signedUpAt: referredPeople.signedUpAt,
      name: sql<string | null>`${shortName(users)}`,
      kind: users.kind,
      status: users.status,
      openHold: holdOf(true),
      voidedFor: holdOf(false),
      earnedCents: sql<number>`coalesce((
        select sum(e.cents) from ledger_transactions t
          join ledger_entries e on e.transaction_id = t.id and e.account = 'rewards'
        where t.referred_person_id = referred_people.id and t.payee_id = ${userId}), 0)::float8`,
    })
    .from(referredPeople)
    .leftJoin(users, eq(users.id, referredPeople.referredId))
    .where(and(isTheirs, cursor ? lt(referredPeople.id, cursor) : undefined))
    .orderBy(desc(referredPeople.id))
    .limit(limit + 1)
  const total = await countRows(
    db,
    'referred_people',
    (bind) => `referrer_id = ${bind(userId)}::int`,
  )
  return {
    rows: rows.map((row) => ({
      ...row,
      standing: standingOf(row),
      holdReason: row.openHold ?? row.voidedFor,
    })),
    total,
  }
}

function standingOf(row: {
  kind: 'partner' | 'referrer' | null
  status: ReviewStatus | null
  openHold: HoldReason | null
  voidedFor: HoldReason | null
}): ReferralStanding {
  const { kind, status, openHold, voidedFor } = row
  if (status === null) return 'account-closed'
  if (status === 'rejected') return 'not-approved'
  if (voidedFor !== null) return 'voided'
  if (openHold !== null) return 'on-hold'
  if (kind === 'referrer') return 'signed-up'
  return status === 'approved' ? 'approved' : 'in-review'
}

/** Names of the people in the lines of a statement, by the number of the referral. */
export async function listNames(
  db: Queryable,
  userId: number,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ id: referredPeople.id, name: shortName(users) })
    .from(referredPeople)
    .innerJoin(users, eq(users.id, referredPeople.referredId))
    .where(and(inArray(referredPeople.id, [...ids]), eq(referredPeople.referrerId, userId)))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The owner of the desk. Throws 404 for the administrator, who has none. */
export async function getDeskOwner(db: Queryable, userId: number) {
  const [owner] = await db
    .select({
      ...personColumns,
      status: users.status,
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isAdmin, 0)))
  return orNotFound(owner)
}
