import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ApplyRequest,
  CurrentUser,
  LoginRequest,
  ReferrerRequest,
  RegisterRequest,
} from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { queueLogout } from '@/lib/pending-logout'
import { withReferralCode } from '@/lib/referral-code'
import { beginSession, endSession, sessionKey } from '@/lib/session'

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
      request<CurrentUser>('/api/register', {
        method: 'POST',
        body: withReferralCode(registration),
      }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

/** An account that refers others, with a link and without an application. */
export function useRegisterReferrer() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (registration: ReferrerRequest) =>
      request<CurrentUser>('/api/referrers', {
        method: 'POST',
        body: withReferralCode(registration),
      }),
    onSuccess: (user) => beginSession(queryClient, user),
  })
}

/** The application of someone who has been a referrer so far. */
export function useApply() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (application: ApplyRequest) =>
      request<CurrentUser>('/api/apply', { method: 'POST', body: application }),
    onSuccess: (user) => queryClient.setQueryData(sessionKey, user),
  })
}

const logoutPatienceMs = 10_000

/** Ends the session here in any case; on the server immediately, or as soon as it can be reached. */
export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      request<Confirmation>('/api/logout', {
        method: 'POST',
        signal: AbortSignal.timeout(logoutPatienceMs),
      }),
    onError: () => queueLogout('asked'),
    onSettled: () => endSession(queryClient, { isAsked: true }),
  })
}
