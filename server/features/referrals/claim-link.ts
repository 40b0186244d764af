import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { lockPeople } from '../../db/lock-person'
import { referralLinks, referredPeople } from '../../db/schema/referral-links'
import { hashToken } from '../../tokens'
import { recordEvent, type EventSource } from '../audit/record-event'
import { settleRewardsOfReferrer } from '../rewards/settle-reward'
import { openHoldsOfLink } from './open-holds'
import { findActiveCode, listPeopleOfLink } from './queries'

/**
 * Makes a link that is no one's that of whoever has its token, with everyone who came by it. Someone who
 * has a link keeps it, and the other one leads nowhere from then on: each person has one. The account is
 * held by the transaction. False for a token that is unknown or was used.
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
  // Whoever is being decided about now is waited for; no one comes by the link until this is over.
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
  await recordEvent(tx, by, 'referral-link.claimed', {
    object: `user:${userId}`,
    details: { code },
  })
  return true
}
