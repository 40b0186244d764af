import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReasonKind, RejectionReasons } from '@shared/decisions'
import { request } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'

const reasonsPath = '/api/admin/rejection-reasons'

export const reasonsQuery = pathQuery<RejectionReasons>(reasonsPath)

/** Changes one of the lists; without reasons it is again as it was delivered. */
export function useEditReasons(kind: ReasonKind) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reasons: string[] | null) =>
      request<RejectionReasons>(
        `${reasonsPath}/${kind}`,
        reasons === null ? { method: 'DELETE' } : { method: 'PATCH', body: { reasons } },
      ),
    onSuccess: (changed) => queryClient.setQueryData(reasonsQuery.queryKey, changed),
  })
}

/** What a list holds, as its form calls it. */
export const listWords = {
  reason: { one: 'reason', many: 'Reasons', use: 'What you can choose from when you reject.' },
  question: { one: 'question', many: 'Questions', use: 'What you can choose from when you ask.' },
}
