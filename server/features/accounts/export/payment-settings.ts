import { findPaymentSettings } from '../../payouts/queries'
import type { Section } from './section'

export const paymentSettings: Section = {
  name: 'paymentSettings',
  title: 'How we pay you',
  note: 'Only the end of the account is shown: you know the rest, and this file may be read by others.',
  async read(tx, { userId }) {
    const row = await findPaymentSettings(tx, userId)
    return row ? [{ method: row.method, endsWith: row.lastFour, changed: row.changedAt }] : []
  },
}
