import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ApplyRequest, CurrentUser, RegisterRequest } from '@shared/accounts'
import { post } from '@/lib/http'
import { queueLogout } from '@/lib/session-hint'
import { withReferralCode } from '@/lib/referral-code'
import { beginSession, endSession, sessionKey } from '@/lib/session'
import { useSend } from '@/lib/use-send'

/** Options of a call whose answer is the person who is logged in from now on. */
export const startsSession = {
  onAnswer: (user: CurrentUser, client: QueryClient) => beginSession(client, user),
}

export const useRegister = () =>
  useSend(
    (registration: RegisterRequest) =>
      post<CurrentUser>('/api/register', withReferralCode(registration)),
    startsSession,
  )

export const useApply = () =>
  useSend((application: ApplyRequest) => post<CurrentUser>('/api/apply', application), {
    sets: sessionKey,
  })

const logoutPatienceMs = 10_000

/** Ends the session here in any case; on the server immediately, or as soon as it can be reached. */
export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      post('/api/logout', undefined, { signal: AbortSignal.timeout(logoutPatienceMs) }),
    onError: () => queueLogout('asked'),
    onSettled: () => endSession(queryClient, { isAsked: true }),
  })
}
