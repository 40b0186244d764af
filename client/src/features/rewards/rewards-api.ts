import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AdjustmentRequest, RewardPolicy, RewardSummary } from '@shared/rewards'
import { request } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'
import { useMoneyMutation } from '@/lib/use-money-mutation'

const policiesPath = '/api/admin/reward-policies'

export const policiesQuery = pathQuery<RewardPolicy[]>(policiesPath, { fresh: true })

export function useSetPolicy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (policy: object) =>
      request<RewardPolicy[]>(policiesPath, { method: 'POST', body: policy }),
    onSuccess: (policies) => queryClient.setQueryData(policiesQuery.queryKey, policies),
  })
}

export const useAdjustBalance = () =>
  useMoneyMutation((adjustment: AdjustmentRequest) =>
    request<RewardSummary>('/api/admin/ledger-adjustments', { method: 'POST', body: adjustment }),
  )
