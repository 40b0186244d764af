import { eq, sql } from 'drizzle-orm'
import type { HoldSettlement } from '@shared/rewards'
import type { Ctx } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { referredPeople } from '../../db/schema/referral-links'
import { rewardHolds } from '../../db/schema/rewards'
import { conflict, orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { settleReward } from './settle-reward'

/**
 * Ends a hold. Released, and with no other one open, the reward is earned; voided, it never is. Throws 404,
 * and 409 when it was settled before.
 */
export async function settleHold(
  ctx: Ctx,
  holdId: number,
  { outcome, note }: HoldSettlement,
): Promise<void> {
  await ctx.tx(async ({ db: tx, by }) => {
    const [found] = await tx
      .select({ id: referredPeople.id, referredId: referredPeople.referredId })
      .from(rewardHolds)
      .innerJoin(referredPeople, eq(referredPeople.id, rewardHolds.referredPersonId))
      .where(eq(rewardHolds.id, holdId))
    const referral = orNotFound(found)
    if (referral.referredId) await lockPerson(tx, referral.referredId)
    const [locked] = await tx
      .select()
      .from(rewardHolds)
      .where(eq(rewardHolds.id, holdId))
      .for('update')
    const hold = orNotFound(locked)
    if (hold.outcome) throw conflict(`This was already ${hold.outcome}.`)
    await tx
      .update(rewardHolds)
      .set({ outcome, note, settledAt: sql`now()`, settledBy: by.id })
      .where(eq(rewardHolds.id, holdId))
    await recordEvent({ db: tx, by }, 'reward-hold.settled', `reward-hold:${holdId}`, {
      outcome,
      reason: hold.reason,
    })
    await settleReward(tx, referral.id, by)
  })
}
