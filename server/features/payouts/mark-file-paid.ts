import { and, eq, sql } from 'drizzle-orm'
import type { PaymentMethod } from '@shared/payment-methods'
import type { PaidFile } from '@shared/payouts'
import type { Ctx } from '../../ctx'
import { payoutRuns, payouts } from '../../db/schema/payouts'
import { conflict, orNotFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { postPayouts } from '../rewards/post-transaction'
import { listPayeeRanges } from './payable-lines'
import { listMadeFiles } from './queries'
import { finishPayoutRun, tellPayees } from './settle-payout'
import { isIn } from '../../db/ids'

/**
 * Says that everything in a payment file of a run was paid, by one reference, to the payees by mail too.
 * Throws 404, and 409 when no payout of it is in transit, or something else than was shown.
 */
export async function markFilePaid(
  ctx: Ctx,
  { runId, method }: { runId: number; method: PaymentMethod },
  confirmed: PaidFile,
): Promise<void> {
  const { fileId, reference } = confirmed
  await ctx.tx(async (inTx) => {
    const { db: tx, by } = inTx
    const [run] = await tx
      .select({ id: payoutRuns.id })
      .from(payoutRuns)
      .where(eq(payoutRuns.id, runId))
      .for('update')
    orNotFound(run)
    const files = await listMadeFiles(tx, runId)
    const file = files.find((made) => made.id === fileId && made.method === method)
    if (!file) throw conflict('None of these payouts is on its way.')
    if (file.count !== confirmed.count || file.cents !== confirmed.cents) {
      throw conflict('This file has changed since you opened the run. Please check it again.')
    }
    // Checked batch by batch, not all in the commit.
    await tx.execute(sql`set constraints all immediate`)
    for (const payees of await listPayeeRanges(tx)) {
      const paid = await tx
        .update(payouts)
        // The account numbers have served their purpose.
        .set({ state: 'paid', reference, sealedDetails: null, settledAt: sql`now()` })
        .where(
          and(
            eq(payouts.fileId, fileId),
            eq(payouts.state, 'paying'),
            isIn(payouts.payeeId, payees),
          ),
        )
        .returning({ id: payouts.id, payeeId: payouts.payeeId, cents: payouts.cents })
      if (paid.length === 0) continue
      const which = sql`id = any(${sql.param(paid.map(({ id }) => id))}::int[])`
      await postPayouts(tx, { kind: 'paid', from: 'paying', action: 'payout.paid', which, by })
      await tellPayees(inTx, { payouts: paid, method, reference })
    }
    await finishPayoutRun(tx, runId)
    await recordEvent(inTx, 'payout-run.method-paid', `payout-run:${runId}`, {
      method,
      file: fileId,
      payouts: file.count,
      cents: file.cents,
    })
  })
}
