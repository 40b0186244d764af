import { and, eq, sql } from 'drizzle-orm'
import type { PaymentMethod } from '@shared/payment-methods'
import type { Ctx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { payoutFiles, payoutRuns, payouts } from '../../db/schema/payouts'
import type { Sealer } from '../../db/sealing'
import { notFound, orNotFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import type { Payment } from './bank-file'
import { openPayoutDetails } from './payment-details'
import { listSealedPayouts } from './queries'
import { inSlices } from '../../http/send-zip'

/**
 * The payments of a run that are in transit by one method, with where they go; a file of them is made, and
 * is in the trail. Throws 404 without any: what was paid is not paid again from a second file.
 */
export async function openPayments(
  ctx: Ctx,
  runId: number,
  method: PaymentMethod,
): Promise<Payment[]> {
  return ctx.tx(async ({ db: tx, sealer, by }) => {
    const [found] = await tx.select().from(payoutRuns).where(eq(payoutRuns.id, runId)).for('update')
    const rows = await listSealedPayouts(tx, runId, method)
    if (rows.length === 0) throw notFound('There is nothing on its way by this method.')
    const memo = `Referral rewards ${orNotFound(found).period}`
    const payments: Payment[] = []
    for await (const opened of inSlices(openEach(sealer, memo, rows))) payments.push(...opened)
    const file = await keepFile(tx, { runId, method, rows })
    await recordEvent({ db: tx, by }, 'payout-run.file-downloaded', `payout-run:${runId}`, {
      method,
      file,
      payouts: payments.length,
    })
    return payments
  })
}

function* openEach(
  sealer: Sealer,
  memo: string,
  rows: Awaited<ReturnType<typeof listSealedPayouts>>,
): Generator<Payment> {
  for (const { id, cents, sealedDetails } of rows) {
    const details = openPayoutDetails(sealer, { id, sealedDetails: sealedDetails ?? '' })
    yield {
      id,
      cents,
      memo,
      name: details.name,
      ...(details.method === 'zelle' && { zelle: details.contact }),
      ...(details.method === 'paypal' && { paypal: details.email }),
      ...(details.method === 'ach' && { ach: details }),
    }
  }
}

/**
 * Writes down which payouts are in a file, so that saying that the file was paid is about no others. A file of the
 * same payouts as the one before is that one.
 */
async function keepFile(
  tx: Transaction,
  of: { runId: number; method: PaymentMethod; rows: { id: number; fileId: number | null }[] },
): Promise<number> {
  const { runId, method, rows } = of
  const before = rows[0]?.fileId
  if (before && rows.every(({ fileId }) => fileId === before)) {
    const isOnItsWay = and(eq(payouts.fileId, before), eq(payouts.state, 'paying'))
    if ((await tx.$count(payouts, isOnItsWay)) === rows.length) return before
  }
  const made = await tx.insert(payoutFiles).values({ runId, method }).returning()
  const { id } = onlyRow(made)
  await tx
    .update(payouts)
    .set({ fileId: id })
    .where(sql`id = any(${sql.param(rows.map((row) => row.id))}::int[])`)
  return id
}
