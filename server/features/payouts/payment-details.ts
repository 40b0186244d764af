import { paymentDetails, type PaymentDetails } from '@shared/payment-settings'
import { z } from '@shared/zod'
import type { Queryable } from '../../db/client'
import { normalizeContact } from '../../db/normalize-contact'
import type { SealedColumn, Sealer } from '../../db/sealing'

/** The column that the seal of someone's payment details is bound to. */
export const sealedDetails = (userId: number): SealedColumn => ({
  table: 'payment_settings',
  column: 'sealed_details',
  id: userId,
})

/** The column of the copy that a payout was approved with. */
export const sealedPayoutDetails = (payoutId: number): SealedColumn => ({
  table: 'payouts',
  column: 'sealed_details',
  id: payoutId,
})

/** Payment details as a row keeps them, without their fingerprint. */
export const sealPaymentDetails = (sealer: Sealer, userId: number, details: PaymentDetails) => ({
  method: details.method,
  sealedDetails: sealer.seal(JSON.stringify(details), sealedDetails(userId)),
  lastFour: lastFourOf(identify(details)),
})

/** Throws when the value was moved or changed, or its key is gone. */
export const openPaymentDetails = (
  sealer: Sealer,
  row: { userId: number; sealedDetails: string },
): PaymentDetails => readPaymentDetails(sealer.open(row.sealedDetails, sealedDetails(row.userId)))

/** Opens what was approved for one payout. */
export const openPayoutDetails = (
  sealer: Sealer,
  row: { id: number; sealedDetails: string },
): PaymentDetails & { name: string } => {
  const opened = sealer.open(row.sealedDetails, sealedPayoutDetails(row.id))
  return { ...readPaymentDetails(opened), ...approvedName.parse(JSON.parse(opened)) }
}

const approvedName = z.object({ name: z.string() })

export const readPaymentDetails = (opened: string): PaymentDetails =>
  paymentDetails.parse(JSON.parse(opened))

/**
 * Equal for the same account, mailbox or phone, whichever method it is paid by; says nothing without
 * DATA_KEY.
 */
export async function fingerprintOf(
  db: Queryable,
  sealer: Sealer,
  details: PaymentDetails,
): Promise<string> {
  const account =
    details.method === 'ach'
      ? `${details.routingNumber}:${details.accountNumber}`
      : await normalizeContact(db, identify(details))
  return sealer.fingerprint(account, 'payment details')
}

function identify(details: PaymentDetails): string {
  if (details.method === 'ach') return details.accountNumber
  return details.method === 'zelle' ? details.contact : details.email
}

/** Never more than half, so that four digits are not shown of an account number that has four. */
function lastFourOf(identity: string): string {
  const [local = ''] = identity.split('@')
  return local.slice(local.length - Math.min(4, Math.floor(local.length / 2)))
}
