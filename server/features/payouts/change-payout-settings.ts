import type { PayoutSettings } from '@shared/payouts'
import type { Actor } from '../../ctx'
import type { Database } from '../../db/client'
import { payoutSettings } from '../../db/schema/payouts'
import { recordEvent } from '../audit/record-event'

/** Drafts that are there stay as they are until they are prepared again. */
export async function changePayoutSettings(input: {
  db: Database
  settings: PayoutSettings
  by: Actor
}): Promise<PayoutSettings> {
  const { db, settings, by } = input
  return db.transaction(async (tx) => {
    await tx.update(payoutSettings).set(settings)
    await recordEvent(tx, by, 'payout-settings.changed', { details: { ...settings } })
    return settings
  })
}
