import { desc, eq } from 'drizzle-orm'
import { readCode } from '@shared/referral-codes'
import type { Transaction } from '../../db/client'
import { referredMailbox, referrals } from '../../db/schema/messages'
import { referralLinks, referredPeople } from '../../db/schema/referral-links'
import { mailbox, users } from '../../db/schema/users'
import { findFirstLink } from './queries'

/** What a registration says of the link that led to it. */
export interface ReferralSource {
  /** Of the links that were opened in the browser, the last one first. */
  cookieCodes: readonly string[]
  /** What came with the form, from the page's address. */
  typedCode?: string | undefined
}

/**
 * Notes who referred someone who is registering, in the same transaction: whose link was last opened, or
 * else who named them in the referral form last. Codes that lead nowhere count for nothing and refuse
 * nothing. Answers how they were referred; null when no one did.
 */
export async function bindReferral(
  tx: Transaction,
  { userId, source }: { userId: number; source: ReferralSource },
): Promise<'link' | 'form' | null> {
  // The cookie is of the last clicks; the address may be that of an older tab.
  const codes = [...source.cookieCodes, readCode(source.typedCode)].filter((code) => code !== null)
  const link = await findFirstLink(tx, codes)
  const found = link ?? (await findForm(tx, userId))
  if (!found || !(await keepsOwner(tx, found))) return null
  const how = link ? 'link' : 'form'
  await tx
    .insert(referredPeople)
    .values({ code: found.code, referrerId: found.userId, referredId: userId, source: how })
  return how
}

/** The sender's link of the newest form that names this person. It may be no one's yet. */
async function findForm(tx: Transaction, userId: number) {
  const [form] = await tx
    .select({ code: referralLinks.code, userId: referralLinks.userId })
    .from(users)
    .innerJoin(referrals, eq(referredMailbox, mailbox))
    .innerJoin(referralLinks, eq(referralLinks.code, referrals.linkCode))
    .where(eq(users.id, userId))
    .orderBy(desc(referrals.id))
    .limit(1)
  return form ?? null
}

/** Keeps the account that owns a link from being deleted meanwhile; false when it just was. */
async function keepsOwner(tx: Transaction, { userId }: { userId: number | null }) {
  if (userId === null) return true
  const held = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share')
  return held.length > 0
}
