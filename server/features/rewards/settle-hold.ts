import { eq, sql } from 'drizzle-orm'
import type { HoldSettlement } from '@shared/rewards'
import type { Actor } from '../../ctx'
import type { Queryable } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { onlyRow } from '../../db/only-row'
import { referredPeople } from '../../db/schema/referral-links'
import { rewardHolds } from '../../db/schema/rewards'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { settleReward } from './settle-reward'

export type HoldRow = typeof rewardHolds.$inferSelect

/**
 * Ends a hold. Released, and with no other one open, the reward is earned; voided, it never is. Throws 404,
 * and 409 when it was settled before.
 */
export async function settleHold(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  holdId: number
  settlement: HoldSettlement
  by: Actor
}): Promise<HoldRow> {
  const { db, holdId, settlement, by } = input
  const { outcome, note } = settlement
  return db.transaction(async (tx) => {
    const [of] = await tx
      .select({ id: referredPeople.id, referredId: referredPeople.referredId })
      .from(rewardHolds)
      .innerJoin(referredPeople, eq(referredPeople.id, rewardHolds.referredPersonId))
      .where(eq(rewardHolds.id, holdId))
    if (!of) throw notFound()
    if (of.referredId) await lockPerson(tx, of.referredId)
    const [hold] = await tx
      .select()
      .from(rewardHolds)
      .where(eq(rewardHolds.id, holdId))
      .for('update')
    if (!hold) throw notFound()
    if (hold.outcome) throw conflict(`This was already ${hold.outcome}.`)
    const settled = await tx
      .update(rewardHolds)
      .set({ outcome, note, settledAt: sql`now()`, settledBy: by.id })
      .where(eq(rewardHolds.id, holdId))
      .returning()
    await recordEvent(tx, by, 'reward-hold.settled', {
      object: `reward-hold:${holdId}`,
      details: { outcome, reason: hold.reason },
    })
    await settleReward(tx, of.id, by)
    return onlyRow(settled)
  })
}
