import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { programZone } from '@shared/program-time'
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

/** Of these codes, in their order, those that still lead anywhere. */
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
 * A link, held with whose it is until the transaction ends; null once either is gone. The owner is held
 * first, as by whoever removes both. A claim is waited for, and its claimer seen.
 */
export async function holdLink(tx: Transaction, code: string) {
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

/** Who came by a link, as far as they have accounts. */
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
