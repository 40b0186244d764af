import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { paymentSettings } from '../../db/schema/payouts'

const columns = {
  method: paymentSettings.method,
  lastFour: paymentSettings.lastFour,
  changedAt: paymentSettings.changedAt,
}

export type PaymentSettingsRow = Awaited<ReturnType<typeof findPaymentSettings>> & object

/** How someone is paid, without the details. */
export async function findPaymentSettings(db: Queryable, userId: number) {
  const [row] = await db
    .select(columns)
    .from(paymentSettings)
    .where(eq(paymentSettings.userId, userId))
  return row ?? null
}
