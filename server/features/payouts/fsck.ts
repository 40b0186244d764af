import { and, asc, gt, isNotNull, lte } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { idRanges } from '../../db/id-ranges'
import { paymentSettings, payouts } from '../../db/schema/payouts'
import { openOrNull, type Sealer } from '../../db/sealing'
import { openPaymentDetails, openPayoutDetails } from './payment-details'

const batchSize = 500

/** Reports payment details that the configured keys don't open. */
export async function fsckPaymentDetails(input: {
  db: Database
  sealer: Sealer
  report: (problem: string) => void
}): Promise<void> {
  const { db, sealer, report } = input
  const { userId } = paymentSettings
  for await (const { after, upTo } of idRanges(db, paymentSettings, batchSize, userId)) {
    const rows = await db
      .select()
      .from(paymentSettings)
      .where(and(gt(userId, after), lte(userId, upTo)))
      .orderBy(asc(userId))
    for (const row of rows) {
      const details = openOrNull(() => openPaymentDetails(sealer, row))
      if (!details) report(`Payment settings of ${row.userId}: DATA_KEY does not open them`)
    }
  }
  for await (const { after, upTo } of idRanges(db, payouts, batchSize)) {
    const rows = await db
      .select({ id: payouts.id, sealedDetails: payouts.sealedDetails })
      .from(payouts)
      .where(and(gt(payouts.id, after), lte(payouts.id, upTo), isNotNull(payouts.sealedDetails)))
      .orderBy(asc(payouts.id))
    for (const { id, sealedDetails } of rows) {
      const details = openOrNull(() =>
        openPayoutDetails(sealer, { id, sealedDetails: sealedDetails ?? '' }),
      )
      if (!details) report(`Payout ${id}: DATA_KEY does not open its details`)
    }
  }
}
