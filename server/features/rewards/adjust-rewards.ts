import { eq, sql } from 'drizzle-orm'
import type { AdjustmentRequest, HoldSettlement } from '@shared/rewards'
import type { Ctx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { monthOf } from '../../db/program-days'
import { ledgerTransactions, rewardHolds } from '../../db/schema/rewards'
import { users } from '../../db/schema/users'
import { conflict, notFound, orNotFound } from '../../errors'
import { postTransaction, lockPayees, lockPayouts } from './post-transaction'
import { summarizeBalance } from './queries'
import { lockPerson } from '../../db/lock-person'
import { referredPeople } from '../../db/schema/referral-links'
import { recordEvent } from '../audit/record-event'
import { settleReward } from './settle-reward'

/**
 * Adds to what someone is owed, or takes from it, with a reason. Throws 404 for someone who is neither here
 * nor in the ledger, and 409 for taking more than is owed, unless it says that the rest is owed back.
 */
export async function adjustBalance(ctx: Ctx, adjustment: AdjustmentRequest): Promise<void> {
  const { payeeId, cents, reason, mayOweBack } = adjustment
  await ctx.tx(async ({ db: tx, by }) => {
    if (!(await isKnown(tx, payeeId))) throw notFound('There’s no user with this ID.')
    await lockPayouts(tx)
    await lockPayees(tx, [payeeId])
    const { payableCents } = await summarizeBalance(tx, payeeId)
    if (cents < 0 && payableCents + cents < 0 && !mayOweBack) {
      throw conflict(
        'This is more than we owe them now. Choose whether to allow a balance below zero.',
      )
    }
    await postTransaction(
      tx,
      { kind: 'adjustment', payeeId, month: monthOf(sql`now()`), reason },
      { cents, from: 'rewards', to: 'payable', action: 'ledger.adjusted', by },
    )
  })
}

async function isKnown(tx: Transaction, payeeId: number): Promise<boolean> {
  const account = tx.select({ id: users.id }).from(users).where(eq(users.id, payeeId))
  const ledger = tx
    .select({ id: ledgerTransactions.payeeId })
    .from(ledgerTransactions)
    .where(eq(ledgerTransactions.payeeId, payeeId))
    .limit(1)
  return (await account.union(ledger)).length > 0
}

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
