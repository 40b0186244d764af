import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { cookieDays, readCode } from '@shared/referral-codes'
import type { Transaction } from '../../db/client'
import { referrals } from '../../db/schema/messages'
import { referralLinks, referredPeople } from '../../db/schema/referral-links'
import { users } from '../../db/schema/users'
import { lockLink, listActiveCodes } from './queries'

/** The links that led to a registration. */
export interface ReferralSource {
  /** Links that were opened in the browser, the last one first. */
  cookieCodes: readonly string[]
  /** The code in the page's address, which came with the form. */
  typedCode?: string | undefined
}

/**
 * Notes who referred someone who is registering, in the same transaction: whose link was last opened, or
 * else who was first to name them in the referral form, as far back as a link is remembered. Codes that
 * lead nowhere count for nothing and refuse nothing. Returns how they were referred; null when no one did.
 */
export async function bindReferral(
  tx: Transaction,
  { userId, source }: { userId: number; source: ReferralSource },
): Promise<'link' | 'form' | null> {
  // The cookie is of the last clicks; the address may be that of an older tab.
  const codes = [...source.cookieCodes, readCode(source.typedCode)].filter((code) => code !== null)
  const link = await lockFirstLink(tx, await listActiveCodes(tx, codes))
  const found = link ?? (await lockFirstLink(tx, await listCodesOfForms(tx, userId)))
  if (!found) return null
  const how = link ? 'link' : 'form'
  await tx
    .insert(referredPeople)
    .values({ code: found.code, referrerId: found.userId, referredId: userId, source: how })
  return how
}

/** The first of these that is not removed at this moment, with its owner. */
async function lockFirstLink(tx: Transaction, codes: readonly string[]) {
  for (const code of codes) {
    const link = await lockLink(tx, code)
    if (link) return link
  }
  return null
}

/** The senders' links of the forms that name this person, the earliest first. They may be no one's yet. */
async function listCodesOfForms(tx: Transaction, userId: number): Promise<string[]> {
  const forms = await tx
    .select({ code: referralLinks.code })
    .from(users)
    .innerJoin(referrals, eq(referrals.referralMailbox, users.mailbox))
    .innerJoin(referralLinks, eq(referralLinks.code, referrals.linkCode))
    .where(
      and(
        eq(users.id, userId),
        gt(referrals.createdAt, sql`now() - make_interval(days => ${cookieDays})`),
      ),
    )
    .orderBy(asc(referrals.id))
  return forms.map(({ code }) => code)
}
