import { useMutation } from '@tanstack/react-query'
import type { MessageRequest, Receipt, ReferralReceipt, ReferralRequest } from '@shared/messages'
import { request } from '@/lib/http'

export function useSendMessage() {
  return useMutation({
    mutationFn: (message: MessageRequest) =>
      request<Receipt>('/api/messages', { method: 'POST', body: message }),
  })
}

export function useSendReferral() {
  return useMutation({
    mutationFn: (referral: ReferralRequest) =>
      request<ReferralReceipt>('/api/referrals', { method: 'POST', body: referral }),
  })
}
