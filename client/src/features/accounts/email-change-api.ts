import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@shared/accounts'
import type {
  ChangeEmailRequest,
  CorrectEmailRequest,
  EmailChangeLink,
  EmailChangeState,
} from '@shared/email-changes'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { endSession, sessionKey } from '@/lib/session'
import { pathQuery } from '@/lib/query-client'

const path = '/api/email-change'

/** It is confirmed in a mail program, or by the administrator. */
export const emailChangeQuery = pathQuery<EmailChangeState>(path, { fresh: true })

/** Of someone who has just signed up, once. */
export function useCorrectEmail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: CorrectEmailRequest) =>
      request<CurrentUser>('/api/user/email', { method: 'PATCH', body }),
    onSuccess: (user) => queryClient.setQueryData(sessionKey, user),
    // After a refusal too: it may not be allowed anymore.
    onSettled: () => queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  })
}

export function useAskEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ChangeEmailRequest) =>
      request<EmailChangeState>(path, { method: 'POST', body }),
    onSuccess: (state) => queryClient.setQueryData(emailChangeQuery.queryKey, state),
  })
}

export function useWithdrawEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request<Confirmation>(path, { method: 'DELETE' }),
    // After a refusal too: someone else has settled the change.
    onSettled: () => queryClient.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  })
}

export function useConfirmEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EmailChangeLink) =>
      request<Confirmation>(`${path}/confirm`, { method: 'POST', body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionKey }),
  })
}

export function useStopEmailChange() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: EmailChangeLink) =>
      request<Confirmation>(`${path}/stop`, { method: 'POST', body }),
    // The server has ended every session of the account.
    onSuccess: () => endSession(queryClient, { isAsked: true }),
  })
}
