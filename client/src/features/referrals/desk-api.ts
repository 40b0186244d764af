import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ListedStatement,
  OwnReferral,
  OwnReferralLink,
  ReferralDesk,
} from '@shared/referral-desk'
import { getPage, request } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'

const path = '/api/referral-desk'

export const deskQuery = pathQuery<ReferralDesk>(path, { fresh: true })

const listPath = `${path}/referrals`

export const ownReferralsQuery = infiniteQueryOptions({
  queryKey: [listPath],
  queryFn: ({ pageParam, signal }) => getPage<OwnReferral>(pageParam, signal),
  initialPageParam: listPath,
  getNextPageParam: ({ next }) => next,
  staleTime: 0,
})

const statementsPath = `${path}/statements`

export const statementsQuery = pathQuery<ListedStatement[]>(statementsPath, { fresh: true })

export const statementFile = (month: string, kind: 'pdf' | 'csv') =>
  `${statementsPath}/${month}.${kind}`

export function useReplaceLink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request<OwnReferralLink>('/api/referral-link', { method: 'POST' }),
    onSuccess: (link) =>
      queryClient.setQueryData(deskQuery.queryKey, (desk) => desk && { ...desk, link }),
    // It may have been replaced, and only the answer was lost: the link that is shown has to count.
    onError: () => queryClient.invalidateQueries({ queryKey: deskQuery.queryKey }),
  })
}
