import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AdminStatus, CurrentUser } from '@shared/accounts'
import { request } from '@/lib/http'
import { getQueryFn } from '@/lib/query-client'
import { sessionKey } from '@/lib/session'

/** Who is logged in, or null. */
const sessionQuery = queryOptions({
  queryKey: sessionKey,
  queryFn: getQueryFn<CurrentUser>({ on401: 'returnNull' }),
})

/** The session, shared by all pages. Administrator pages try once more before they give up. */
export function useSession(options: { retry?: number } = {}) {
  const { data, isPending, isError, refetch } = useQuery({
    ...sessionQuery,
    retry: options.retry ?? false,
    retryDelay: 1000,
  })
  return { user: data ?? null, isLoading: isPending, isError, retry: () => void refetch() }
}

/** Whether the session is the administrator's: the server's word, asked once it is known who it is. */
export function useAdminStatus(options: { enabled: boolean }) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['/api/admin/status'],
    queryFn: ({ signal }) => request<AdminStatus>('/api/admin/status', { signal }),
    enabled: options.enabled,
    retry: false,
  })
  return {
    isAdmin: data?.isAdmin ?? false,
    isLoading: options.enabled && isPending,
    isError,
    retry: () => void refetch(),
  }
}
