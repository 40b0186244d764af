import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@shared/accounts'
import { request } from '@/lib/http'
import { sessionKey } from '@/lib/session'

/** The page that asks whether to keep the account replaces this one by itself. */
export function useCloseAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request<CurrentUser>('/api/account/close', { method: 'POST', body: {} }),
    onSuccess: (user) => queryClient.setQueryData(sessionKey, user),
  })
}

export function useKeepAccount() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request<CurrentUser>('/api/account/keep', { method: 'POST' }),
    onSuccess: (user) => queryClient.setQueryData(sessionKey, user),
  })
}
