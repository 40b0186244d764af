import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { CurrentUser, LoginRequest, RegisterRequest } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { request } from '@/lib/http'
import { announceSessionChange } from './session-tabs'
import { sessionQuery } from './use-session'

export function useLogin() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (login: LoginRequest) =>
      request<CurrentUser>('/api/login', { method: 'POST', body: login }),
    onSuccess: (user) => changeSession(queryClient, user),
  })
}

export function useRegister() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (registration: RegisterRequest) =>
      request<CurrentUser>('/api/register', { method: 'POST', body: registration }),
    onSuccess: (user) => changeSession(queryClient, user),
  })
}

export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request<Confirmation>('/api/logout', { method: 'POST' }),
    onSuccess: () => changeSession(queryClient, null),
  })
}

/** Drops everything that was loaded before: nobody may see what somebody else loaded. */
async function changeSession(queryClient: QueryClient, user: CurrentUser | null): Promise<void> {
  // A slow answer of before must not come after this one.
  await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
  const [sessionPath] = sessionQuery.queryKey
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== sessionPath })
  queryClient.setQueryData(sessionQuery.queryKey, user)
  announceSessionChange()
}
