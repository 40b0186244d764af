import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangePasswordRequest, ListedSession, ReauthenticateRequest } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { pathQuery } from '@/lib/query-client'

const sessionsPath = '/api/sessions'

/** Other devices log in and out without this page's doing. */
export const sessionsQuery = pathQuery<ListedSession[]>(sessionsPath, { fresh: true })

export function useChangePassword() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: ChangePasswordRequest) =>
      request<Confirmation>('/api/password', { method: 'POST', body }),
    onSuccess: () => {
      // A one-time password may have been the last thing that kept pages from being shown.
      void queryClient.invalidateQueries({ queryKey: sessionKey })
      // The other sessions have ended.
      return queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
  })
}

/** Proves who someone is, for what they may do for some minutes from then on. */
export function useReauthenticate() {
  return useMutation({
    mutationFn: (body: ReauthenticateRequest) =>
      request<Confirmation>('/api/reauthenticate', { method: 'POST', body }),
  })
}

/** Ends one session, named by its `ref`, or with null all others than this one. */
export function useEndSessions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ref: string | null) =>
      request<Confirmation>(ref === null ? sessionsPath : `${sessionsPath}/${ref}`, {
        method: 'DELETE',
      }),
    // After a refusal too: the session has ended by itself.
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
