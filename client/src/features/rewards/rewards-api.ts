import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdjustmentRequest, RewardPolicy, RewardSummary } from '@shared/rewards'
import { request } from '@/lib/http'
import { withReauthentication } from '@/lib/reauthentication'

const policiesPath = '/api/admin/reward-policies'

export const policiesQuery = queryOptions({
  queryKey: [policiesPath],
  queryFn: ({ signal }) => request<RewardPolicy[]>(policiesPath, { signal }),
  staleTime: 0,
})

export function useSetPolicy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (policy: object) =>
      withReauthentication(() =>
        request<RewardPolicy[]>(policiesPath, { method: 'POST', body: policy }),
      ),
    onSuccess: (policies) => queryClient.setQueryData(policiesQuery.queryKey, policies),
  })
}

export function useAdjustBalance() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (adjustment: AdjustmentRequest) =>
      withReauthentication(() =>
        request<RewardSummary>('/api/admin/ledger-adjustments', {
          method: 'POST',
          body: adjustment,
        }),
      ),
    onSettled: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
      }),
  })
}
