import type { PaymentMethod } from '@shared/payment-methods'
import type { Database } from '../../db/client'
import type { Sealer } from '../../db/sealing'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import type { Payment } from './bank-file'
import { openPayoutDetails } from './payment-details'
import { getRun, listSealedPayouts } from './queries'

/**
 * The payments of a run that are on their way by one method, with where they go. It stands in the trail.
 * Throws 404 without any: what was paid is not paid again from a second file.
 */
export async function openPayments(input: {
  db: Database
  sealer: Sealer
  runId: number
  method: PaymentMethod
  by: Actor
}): Promise<Payment[]> {
  const { db, sealer, runId, method, by } = input
  return db.transaction(async (tx) => {
    const run = await getRun(tx, runId)
    if (!run) throw notFound()
    const rows = await listSealedPayouts(tx, runId, method)
    if (rows.length === 0) throw notFound('There is nothing on its way by this method.')
    const memo = `Referral rewards ${run.period}`
    const payments = rows.map(({ id, cents, name, sealedDetails }) => {
      const details = openPayoutDetails(sealer, { id, sealedDetails: sealedDetails ?? '' })
      return {
        id,
        cents,
        memo,
        name: name ?? '',
        ...(details.method === 'zelle' && { zelle: details.contact }),
        ...(details.method === 'paypal' && { paypal: details.email }),
        ...(details.method === 'ach' && { ach: details }),
      }
    })
    await recordEvent(tx, by, 'payout-run.file-downloaded', {
      object: `payout-run:${runId}`,
      details: { method, payouts: payments.length },
    })
    return payments
  })
}
