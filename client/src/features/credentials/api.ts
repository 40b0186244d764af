import { useMutation } from '@tanstack/react-query'
import type { SharedCredentials, ShareCredentialsRequest } from '@shared/credentials'
import { request } from '@/lib/http'

export function useShareCredentials() {
  return useMutation({
    mutationFn: (credentials: ShareCredentialsRequest) =>
      request<SharedCredentials>('/api/credit-credentials', { method: 'POST', body: credentials }),
  })
}
