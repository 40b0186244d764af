import { useQuery } from '@tanstack/react-query'
import type { AdminStatus } from '@shared/accounts'
import { sessionQuery, pathQuery } from '@/lib/query-client'

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
    ...pathQuery<AdminStatus>('/api/admin/status'),
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
