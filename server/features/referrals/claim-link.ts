import { and, eq, isNull, ne, or, sql, asc, gt } from 'drizzle-orm'
import { cookieDays, readCode } from '@shared/referral-codes'
import type { Ctx, EventSource } from '../../ctx'
import type { Transaction } from '../../db/client'
import { lockPeople } from '../../db/lock-person'
import { referralLinks, referredPeople } from '../../db/schema/referral-links'
import { notFound, unauthorized } from '../../errors'
import { hashToken } from '../../tokens'
import { recordEvent } from '../audit/record-event'
import { settleRewardsOfReferrer } from '../rewards/settle-reward'
import { ensureLink } from './make-link'
import { openHoldsOfLink } from '../rewards/open-holds'
import { findActiveCode, listPeopleOfLink, lockLink, listActiveCodes } from './queries'
import { referrals } from '../../db/schema/messages'
import { users } from '../../db/schema/users'

/**
 * Makes a link that is no one's that of the person with its token, with everyone who came by it. Someone who
 * has a link keeps it, and the other one leads nowhere from then on: each person has one. The transaction has
 * locked the account. False for a token that is unknown or was used.
 */
export async function claimLink(
  tx: Transaction,
  input: { token: string; userId: number; by: EventSource },
): Promise<boolean> {
  const { token, userId, by } = input
  const hasLink = (await findActiveCode(tx, userId)) !== null
  const [claimed] = await tx
    .update(referralLinks)
    .set({ userId, claimHash: null, ...(hasLink && { replacedAt: sql`now()` }) })
    .where(and(eq(referralLinks.claimHash, hashToken(token)), isNull(referralLinks.userId)))
    .returning({ code: referralLinks.code })
  if (!claimed) return false
  const { code } = claimed
  // Decisions about these people are waited for; no one comes by the link until this is over.
  await lockPeople(tx, await listPeopleOfLink(tx, eq(referralLinks.code, code)))
  await tx
    .update(referredPeople)
    .set({ referrerId: userId })
    .where(
      and(
        eq(referredPeople.code, code),
        // No one is their own referrer.
        or(isNull(referredPeople.referredId), ne(referredPeople.referredId, userId)),
      ),
    )
  await openHoldsOfLink(tx, code)
  // Some may have been approved already.
  await settleRewardsOfReferrer(tx, userId, by)
  await recordEvent({ db: tx, by }, 'referral-link.claimed', `user:${userId}`, { code })
  return true
}

/** Claims a link for someone who is logged in. Returns the code of theirs. Throws 404 like for any unknown token. */
export async function takeOverLink(ctx: Ctx, token: string): Promise<string> {
  return ctx.tx(async ({ db: tx, by }) => {
    // Claims of one person take turns, so that they end with one link. Everyone who came by it is locked as
    // well, in one order with the claimer.
    const people = await listPeopleOfLink(tx, eq(referralLinks.claimHash, hashToken(token)))
    const held = await lockPeople(tx, [by.id, ...people])
    if (!held.some(({ id }) => id === by.id)) throw unauthorized()
    if (!(await claimLink(tx, { token, userId: by.id, by }))) {
      throw notFound('This link has already been claimed, or its address is incomplete.')
    }
    return ensureLink(tx, by.id)
  })
}

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
