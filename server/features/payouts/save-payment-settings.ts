import { eq, sql } from 'drizzle-orm'
import { paymentMethodNames } from '@shared/payment-methods'
import type { SavePaymentSettingsRequest } from '@shared/payment-settings'
import type { Actor } from '../../ctx'
import { lockPerson } from '../../db/lock-person'
import { paymentSettings } from '../../db/schema/payouts'
import { openOrNull } from '../../db/sealing'
import { forbidden, unauthorized } from '../../errors'
import type { Caller } from '../../http/caller'
import type { LoginDeps } from '../accounts/check-login'
import { reauthenticate } from '../accounts/reauthenticate'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { sendLetter } from '../mail/send-letter'
import { recheckHolds } from '../referrals/recheck-holds'
import { fingerprintOf, openPaymentDetails, sealPaymentDetails } from './payment-details'
import { findPaymentSettings, type PaymentSettingsRow } from './queries'

/**
 * Sets where someone's money goes, sealed, once they gave the password. Payouts are paused for three days from
 * then on, and they get a mail; the same details once more change nothing. The trail says that they
 * changed, not to what. Throws 403 for the administrator, otherwise like `reauthenticate`.
 */
export async function savePaymentSettings(
  input: LoginDeps & {
    mail: MailDeps
    settings: SavePaymentSettingsRequest
    by: Actor
    caller: Caller
  },
): Promise<PaymentSettingsRow> {
  const { mail, settings, by, caller, ...deps } = input
  if (by.isAdmin) throw forbidden('The administrator doesn’t get payouts.', 'administrator')
  const { currentPassword: password, code, ...details } = settings
  await reauthenticate(deps, { by, password, code, caller })

  return deps.db.transaction(async (tx) => {
    if (!(await lockPerson(tx, by.id))) throw unauthorized()
    const [before] = await tx
      .select()
      .from(paymentSettings)
      .where(eq(paymentSettings.userId, by.id))
    // What can't be opened any more is replaced like anything else.
    const known = before && openOrNull(() => openPaymentDetails(deps.sealer, before))
    if (JSON.stringify(known) !== JSON.stringify(details)) {
      const changed = {
        ...sealPaymentDetails(deps.sealer, by.id, details),
        fingerprint: await fingerprintOf(tx, deps.sealer, details),
        changedAt: sql`now()`,
      }
      await tx
        .insert(paymentSettings)
        .values({ userId: by.id, ...changed })
        .onConflictDoUpdate({ target: paymentSettings.userId, set: changed })
      await recheckHolds(tx, by.id, by)
      const { method } = details
      await recordEvent(tx, by, 'account.payment-settings-changed', {
        object: `user:${by.id}`,
        details: { method },
      })
      const values = { payoutMethod: paymentMethodNames[method] }
      await sendLetter(tx, mail, { letter: 'payment-details', to: by.id, values })
    }
    const after = await findPaymentSettings(tx, by.id)
    if (!after) throw unauthorized()
    return after
  })
}
