import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConfirmResetRequest, PasswordResetRequest } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { MailAvailability } from '@shared/mail'
import { request } from '@/lib/http'
import { endSession } from '@/lib/session'

/** Whether passwords can be reset by mail: asked only where someone may want that. */
export const mailAvailabilityQuery = queryOptions({
  queryKey: ['/api/mail-status'],
  queryFn: ({ signal }) => request<MailAvailability>('/api/mail-status', { signal }),
  meta: { isPublic: true },
})

export function useRequestReset() {
  return useMutation({
    mutationFn: (body: PasswordResetRequest) =>
      request<Confirmation>('/api/password-reset', { method: 'POST', body }),
  })
}

export function useConfirmReset() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ConfirmResetRequest) =>
      request<Confirmation>('/api/password-reset/confirm', { method: 'POST', body }),
    // The server has ended every session of the account.
    onSuccess: () => endSession(queryClient, { isAsked: true }),
  })
}
