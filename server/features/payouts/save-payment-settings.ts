import { eq, sql } from 'drizzle-orm'
import { paymentMethodNames } from '@shared/payment-methods'
import type { SavePaymentSettingsRequest } from '@shared/payment-settings'
import type { Ctx } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { paymentSettings } from '../../db/schema/payouts'
import { openOrNull } from '../../db/sealing'
import { forbidden, unauthorized } from '../../errors'
import type { LoginTools } from '../accounts/check-login'
import { reauthenticate } from '../accounts/reauthenticate'
import { recordEvent } from '../audit/record-event'
import { sendLetter } from '../mail/send-letter'
import { recheckHolds } from '../referrals/recheck-holds'
import { fingerprintOf, openPaymentDetails, sealPaymentDetails } from './payment-details'
import type { Caller } from '../../http/client-address'

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
