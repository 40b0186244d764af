import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
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
import { findActiveCode, listPeopleOfLink } from './queries'

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
        isNull(referredPeople.referrerId),
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
