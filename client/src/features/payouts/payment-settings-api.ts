import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewPaymentSettings, PaymentSettingsState } from '@shared/payment-settings'
import { requestWithPassword } from '@/lib/request-with-password'
import { pathQuery } from '@/lib/query-client'

const path = '/api/payment-settings'

export const paymentSettingsQuery = pathQuery<PaymentSettingsState>(path)

export function useSavePaymentSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: NewPaymentSettings) =>
      requestWithPassword<PaymentSettingsState>(
        path,
        { method: 'PUT', body: settings },
        { why: 'This changes where your money goes, so we ask each time.' },
      ),
    onSuccess: (state) => {
      queryClient.setQueryData(paymentSettingsQuery.queryKey, state)
      // They complete a profile, and what is paid next waits for that.
      void queryClient.invalidateQueries({ queryKey: ['/api/profile-completion'] })
      void queryClient.invalidateQueries({ queryKey: ['/api/referral-desk'] })
    },
  })
}
