import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Confirmation } from '@shared/errors'
import type { ConfirmEmailRequest, ProfileCompletion } from '@shared/profile-completion'
import { request } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'

const path = '/api/profile-completion'

/** Steps are taken in several places, a mail program among them. */
export const profileCompletionQuery = pathQuery<ProfileCompletion>(path, { fresh: true })

export function useSendConfirmationLink() {
  return useMutation({
    mutationFn: () => request<Confirmation>('/api/email-confirmation', { method: 'POST' }),
  })
}

export function useConfirmEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ConfirmEmailRequest) =>
      request<Confirmation>('/api/email-confirmation/confirm', { method: 'POST', body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: profileCompletionQuery.queryKey }),
  })
}

export function useAcceptTerms() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<Confirmation>('/api/account/terms', {
        method: 'POST',
        body: { agreeToTerms: true },
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: profileCompletionQuery.queryKey }),
  })
}
