import type { PaymentSettingsState } from '@shared/payment-settings'
import { pathQuery } from '@/lib/query-client'

export const paymentSettingsQuery = pathQuery<PaymentSettingsState>('/api/payment-settings')
