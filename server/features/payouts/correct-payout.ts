import { isCorrected, type PayoutCorrection } from '@shared/payouts'
import type { Queryable } from '../../db/client'
import { conflict } from '../../errors'
import type { Actor } from '../../http/actor'
import type { MailDeps } from '../mail/find-sender'
import { queuePayoutMail, queuePayoutReturnedMail } from '../mail/queue-referral-mails'
import { lockPayouts } from '../rewards/locks'
import { holdPayout, postSettlement } from './settle-payout'

/**
 * Says once more, and with a reason, what became of a payout: one that was paid came back, or one that failed
 * was paid after all. What came back is owed again; what was paid after all is not, even where less than that
 * is left of the balance. Throws 404, and 409 for one that is not settled so, or was corrected before.
 */
export async function correctPayout(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  mail: MailDeps
  payoutId: number
  correction: PayoutCorrection
  by: Actor
}): Promise<void> {
  const { db, mail, payoutId, correction, by } = input
  const isPaid = correction.state === 'paid'
  const wrong = isPaid ? 'failed' : 'paid'
  await db.transaction(async (tx) => {
    await lockPayouts(tx)
    const payout = await holdPayout(tx, payoutId)
    if (isCorrected(payout)) {
      throw conflict('This payout was already corrected once. Adjust the balance instead.')
    }
    if (payout.state !== wrong) throw conflict(`This payout isn’t marked as ${wrong}.`)
    const { payeeId, cents, method } = payout
    await postSettlement(tx, {
      payout,
      settled: correction,
      from: isPaid ? 'payable' : 'paid',
      action: isPaid ? 'payout.paid-after-all' : 'payout.returned',
      correction: correction.reason,
      by,
    })
    if (!method) return
    const sent = { payeeId, cents, method }
    if (correction.state === 'paid') {
      await queuePayoutMail(tx, mail, { ...sent, reference: correction.reference })
    } else await queuePayoutReturnedMail(tx, mail, sent)
  })
}
