import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { referralLinks } from '../../db/schema/referral-links'
import { programZone } from '@shared/overview'

/** The code of someone's link; null while they have none. */
export async function findActiveCode(db: Queryable, userId: number): Promise<string | null> {
  const [link] = await db
    .select({ code: referralLinks.code })
    .from(referralLinks)
    .where(and(eq(referralLinks.userId, userId), isNull(referralLinks.replacedAt)))
  return link?.code ?? null
}

/** The first of these codes that still leads anywhere, with whose it is. */
export async function findFirstLink(db: Queryable, codes: readonly string[]) {
  if (codes.length === 0) return null
  const links = await db
    .select({ code: referralLinks.code, userId: referralLinks.userId })
    .from(referralLinks)
    .where(and(inArray(referralLinks.code, [...codes]), isNull(referralLinks.replacedAt)))
  return (
    links.toSorted((one, other) => codes.indexOf(one.code) - codes.indexOf(other.code))[0] ?? null
  )
}

/** Counts a click today, on a link that still leads anywhere. */
export async function addClick(db: Queryable, code: string): Promise<void> {
  await db.execute(sql`
    insert into referral_clicks (code, day, clicks)
    select code, (now() at time zone ${programZone})::date, 1 from referral_links
    where code = ${code} and replaced_at is null
    on conflict (code, day) do update set clicks = referral_clicks.clicks + 1`)
}
