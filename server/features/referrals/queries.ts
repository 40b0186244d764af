import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { programZone } from '@shared/program-time'
import { funnelSteps, type FunnelStep } from '@shared/referred-people'
import type { Queryable, Transaction } from '../../db/client'
import { referralLinks, referredPeople } from '../../db/schema/referral-links'
import { users } from '../../db/schema/users'

/** The code of someone's link; null while they have none. */
export async function findActiveCode(db: Queryable, userId: number): Promise<string | null> {
  const [link] = await db
    .select({ code: referralLinks.code })
    .from(referralLinks)
    .where(and(eq(referralLinks.userId, userId), isNull(referralLinks.replacedAt)))
  return link?.code ?? null
}

/** Those of these codes, in their order, that still lead anywhere. */
export async function listActiveCodes(db: Queryable, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const links = await db
    .select({ code: referralLinks.code })
    .from(referralLinks)
    .where(and(inArray(referralLinks.code, [...codes]), isNull(referralLinks.replacedAt)))
  const active = new Set(links.map(({ code }) => code))
  return codes.filter((code) => active.has(code))
}

/**
 * A link, locked with its owner until the transaction ends; null once either is gone. The owner is locked
 * first, as deletion does. A claim is waited for, and its claimer seen.
 */
export async function lockLink(tx: Transaction, code: string) {
  const isThis = eq(referralLinks.code, code)
  const [seen] = await tx.select({ userId: referralLinks.userId }).from(referralLinks).where(isThis)
  if (!seen) return null
  if (seen.userId !== null) {
    const isOwner = eq(users.id, seen.userId)
    await tx.select({ id: users.id }).from(users).where(isOwner).for('key share')
  }
  const [link] = await tx
    .select({ code: referralLinks.code, userId: referralLinks.userId })
    .from(referralLinks)
    .where(isThis)
    .for('key share')
  return link ?? null
}

/** The people who came by a link, as far as they have accounts. */
export async function listPeopleOfLink(db: Queryable, isLink: SQL): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(referralLinks)
    .innerJoin(referredPeople, eq(referredPeople.code, referralLinks.code))
    .innerJoin(users, eq(users.id, referredPeople.referredId))
    .where(isLink)
  return rows.map(({ id }) => id)
}

/** Counts a click today, on a link that still leads anywhere. */
export async function addClick(db: Queryable, code: string): Promise<void> {
  await db.execute(sql`
    insert into referral_clicks (code, day, clicks)
    select code, (now() at time zone ${programZone})::date, 1 from referral_links
    where code = ${code} and replaced_at is null
    on conflict (code, day) do update set clicks = referral_clicks.clicks + 1`)
}

const zone = sql.raw(`'${programZone}'`)

/** The outcome of all links in each of the last days or months of the program's zone, the oldest first. */
export async function countFunnel(db: Queryable, by: 'day' | 'month'): Promise<FunnelStep[]> {
  const unit = sql.raw(`'${by}'`)
  const step = sql.raw(`interval '1 ${by}'`)
  const since = sql`(select min(start) from steps)`
  const { rows } = await db.execute<Omit<FunnelStep, 'earnedCents'> & { earnedCents: string }>(sql`
    with steps as (
      select start_day, start_day at time zone ${zone} as start
      from (select date_trunc(${unit}, now() at time zone ${zone}) as last_day) clock,
        generate_series(last_day - ${funnelSteps[by] - 1}::int * ${step}, last_day, ${step}) start_day
    ),
    clicked as (
      select date_trunc(${unit}, day::timestamp) as start_day, sum(clicks)::int as clicks
      from referral_clicks where day >= (select min(start_day)::date from steps) group by 1
    ),
    signed_up as (
      select date_trunc(${unit}, signed_up_at at time zone ${zone}) as start_day, count(*)::int as people
      from referred_people where signed_up_at >= ${since} group by 1
    ),
    approved as (
      select date_trunc(${unit}, coalesce(u.status_at, u.created_at) at time zone ${zone}) as start_day,
        count(*)::int as people
      from referred_people p join users u on u.id = p.referred_id
      where u.status = 'approved' and coalesce(u.status_at, u.created_at) >= ${since} group by 1
    ),
    earned as (
      select date_trunc(${unit}, t.at at time zone ${zone}) as start_day, sum(e.cents) as cents
      from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
      where t.kind in ('reward', 'reversal', 'tier') and e.account = 'rewards' and t.at >= ${since}
      group by 1
    )
    select to_char(start_day, 'YYYY-MM-DD') as day, coalesce(clicks, 0) as clicks,
      coalesce(signed_up.people, 0) as "signedUp", coalesce(approved.people, 0) as approved,
      coalesce(cents, 0) as "earnedCents"
    from steps left join clicked using (start_day) left join signed_up using (start_day)
      left join approved using (start_day) left join earned using (start_day)
    order by start_day`)
  return rows.map((row) => ({ ...row, earnedCents: Number(row.earnedCents) }))
}
