import type { RewardPolicy } from '@shared/rewards'
import { pathQuery } from '@/lib/query-client'

export const policiesQuery = pathQuery<RewardPolicy[]>('/api/admin/reward-policies', {
  fresh: true,
})
