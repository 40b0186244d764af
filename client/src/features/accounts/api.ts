import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser, LoginRequest, RegisterRequest } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { oweLogout } from '@/lib/owed-logout'
import { beginSession, endSession } from '@/lib/session'

export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (login: LoginRequest) =>
      request<CurrentUser>('/api/login', { method: 'POST', body: login }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

export function useRegister() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (registration: RegisterRequest) =>
      request<CurrentUser>('/api/register', { method: 'POST', body: registration }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

const logoutPatienceMs = 10_000

/** Ends the session here, whatever comes; on the server at once, or as soon as it can be reached. */
export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<Confirmation>('/api/logout', {
        method: 'POST',
        signal: AbortSignal.timeout(logoutPatienceMs),
      }),
    onError: () => oweLogout('asked'),
    onSettled: () => endSession(queryClient, { isAsked: true }),
  })
}
