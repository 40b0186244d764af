import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import {
  funnelMonths,
  type FunnelMonth,
  type OwnReferralsQuery,
  type ReferralStanding,
} from '@shared/referral-desk'
import type { ReviewStatus } from '@shared/review'
import type { HoldReason } from '@shared/rewards'
import type { Queryable } from '../../../db/client'
import { countRows } from '../../../db/lists/totals'
import { beginningOf, monthOf } from '../../../db/program-days'
import { referredPeople } from '../../../db/schema/referral-links'
import { users } from '../../../db/schema/users'
import { orNotFound } from '../../../errors'

const thisMonth = monthOf(sql`now()`)
const firstMonth = sql`(${thisMonth} - make_interval(months => ${sql.raw(String(funnelMonths - 1))}))::date`
const beginning = beginningOf(firstMonth)

/** Someone's last twelve months, oldest first, those without anything included. */
export async function countOwnFunnel(db: Queryable, userId: number): Promise<FunnelMonth[]> {
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
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      status: users.status,
    })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isAdmin, 0)))
  return orNotFound(owner)
}
