import { payoutRestDays } from '@shared/payment-methods'
import type { PaymentSettingsState } from '@shared/payment-settings'
import type { PaymentSettingsRow } from './payment-settings-queries'

export function presentPaymentSettings(row: PaymentSettingsRow | null): PaymentSettingsState {
  if (!row) return { settings: null }
  const { method, lastFour, changedAt } = row
  const restsUntil = new Date(changedAt.getTime() + payoutRestDays * 86_400_000)
  return {
    settings: {
      method,
      lastFour,
      changedAt: changedAt.toISOString(),
      restsUntil: restsUntil.getTime() > Date.now() ? restsUntil.toISOString() : null,
    },
  }
}
