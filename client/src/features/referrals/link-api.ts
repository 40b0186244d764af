import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ClaimRequest, OwnLink } from '@shared/referral-links'
import { request } from '@/lib/http'

/** Makes an unclaimed link that of the logged-in person. */
export function useClaimLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (claim: ClaimRequest) =>
      request<OwnLink>('/api/referral-claims', { method: 'POST', body: claim }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['/api/referral-desk'] }),
  })
}
