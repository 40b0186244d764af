import { and, eq, sql } from 'drizzle-orm'
import type { PaymentMethod } from '@shared/payment-methods'
import type { Database } from '../../db/client'
import { isIn } from '../../db/id-ranges'
import { payoutRuns, payouts } from '../../db/schema/payouts'
import { conflict, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { queuePayoutMails } from '../mail/queue-referral-mails'
import { finishRun } from './finish-run'
import { listPayeeRanges } from './payable-lines'
import { postPayouts } from './post-payouts'
import { isInFile } from './queries'

/**
 * Says that everything in a payment file of a run was paid, by one reference, to the payees by mail too.
 * Throws 404, and 409 when nothing of it is on its way.
 */
export async function markMethodPaid(input: {
  db: Database
  mail: MailDeps
  runId: number
  method: PaymentMethod
  reference: string
  by: Actor
}): Promise<void> {
  const { db, mail, runId, method, reference, by } = input
  await db.transaction(async (tx) => {
    const [run] = await tx
      .select({ id: payoutRuns.id })
      .from(payoutRuns)
      .where(eq(payoutRuns.id, runId))
      .for('update')
    if (!run) throw notFound()
    // Checked batch by batch, not all at once in the commit.
    await tx.execute(sql`set constraints all immediate`)
    let [count, cents] = [0, 0]
    for (const payees of await listPayeeRanges(tx)) {
      const paid = await tx
        .update(payouts)
        // The account numbers have served their purpose.
        .set({ state: 'paid', reference, sealedDetails: null, settledAt: sql`now()` })
        .where(
          and(
            eq(payouts.runId, runId),
            eq(payouts.method, method),
            isIn(payouts.payeeId, payees),
            isInFile,
          ),
        )
        .returning({ id: payouts.id, payeeId: payouts.payeeId, cents: payouts.cents })
      if (paid.length === 0) continue
      const which = sql`id = any(${sql.param(paid.map(({ id }) => id))}::int[])`
      count += await postPayouts(tx, { kind: 'paid', which, by })
      cents += paid.reduce((sum, payout) => sum + payout.cents, 0)
      await queuePayoutMails(tx, mail, { payouts: paid, method, reference })
    }
    if (count === 0) throw conflict('None of these payouts is on its way.')
    await finishRun(tx, runId)
    await recordEvent(tx, by, 'payout-run.method-paid', {
      object: `payout-run:${runId}`,
      details: { method, payouts: count, cents },
    })
  })
}
