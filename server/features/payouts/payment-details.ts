import { eq, sql } from 'drizzle-orm'
import {
  paymentDetails,
  type PaymentDetails,
  type SavePaymentSettingsRequest,
} from '@shared/payment-settings'
import { z } from '@shared/zod'
import { paymentMethodNames } from '@shared/payment-methods'
import type { Queryable } from '../../db/client'
import { normalizeContact } from '../../db/normalize-contact'
import { type SealedColumn, type Sealer, openOrNull } from '../../db/sealing'
import type { Ctx } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { paymentSettings } from '../../db/schema/payouts'
import { forbidden, unauthorized } from '../../errors'
import { type LoginTools, reauthenticate } from '../accounts/check-login'
import { recordEvent } from '../audit/record-event'
import { sendLetter } from '../mail/send-letter'
import type { Caller } from '../../http/client-address'
import { recheckHolds } from '../rewards/settle-reward'

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
export async function fingerprintOf(db: Queryable, sealer: Sealer, details: PaymentDetails) {
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
  const [local = '', domain] = identity.split('@')
  if (domain !== undefined) return `${local.length > 1 ? local.charAt(0) : ''}…@${domain}`
  return local.slice(local.length - Math.min(4, Math.floor(local.length / 2)))
}

/**
 * Sets where someone's money goes, sealed, once they gave the password. Payouts are paused for three days from
 * then on, and they get a mail; the same details once more change nothing. The trail says that they
 * changed, not to what. Throws 403 for the administrator, otherwise like `reauthenticate`.
 */
export async function savePaymentSettings(
  ctx: Ctx,
  login: LoginTools & { caller: Caller },
  settings: SavePaymentSettingsRequest,
): Promise<void> {
  const { by, sealer } = ctx
  if (by.isAdmin) throw forbidden('The administrator doesn’t get payouts.', 'administrator')
  const { currentPassword: password, code, ...details } = settings
  await reauthenticate(ctx, login, { password, code, caller: login.caller })

  await ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    if (!(await lockPerson(tx, by.id))) throw unauthorized()
    const [before] = await tx
      .select()
      .from(paymentSettings)
      .where(eq(paymentSettings.userId, by.id))
    // Details that can't be opened any more are replaced like any others.
    const known = before && openOrNull(() => openPaymentDetails(sealer, before))
    if (JSON.stringify(known) === JSON.stringify(details)) return
    const changed = {
      ...sealPaymentDetails(sealer, by.id, details),
      fingerprint: await fingerprintOf(tx, sealer, details),
      changedAt: sql`now()`,
    }
    await tx
      .insert(paymentSettings)
      .values({ userId: by.id, ...changed })
      .onConflictDoUpdate({ target: paymentSettings.userId, set: changed })
    await recheckHolds(tx, by.id, by)
    const { method } = details
    await recordEvent({ db: tx, by }, 'account.payment-settings-changed', `user:${by.id}`, {
      method,
    })
    const values = { payoutMethod: paymentMethodNames[method] }
    await sendLetter(inTx, { letter: 'payment-details', to: by.id, values })
  })
}
