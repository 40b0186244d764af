import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  FunnelQuery,
  FunnelStep,
  ListedReferrer,
  PersonReferrals,
  ReferredPerson,
  ReferrerChange,
} from '@shared/referred-people'
import type { HoldSettlement } from '@shared/rewards'
import { request } from '@/lib/http'
import { pageQuery, rowQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'

const peoplePath = '/api/admin/referred-people'

/** One page of those who were referred, fetched anew whenever it is opened: people sign up by themselves. */
export const referredPeopleQuery = (query: PageRequest) => ({
  ...pageQuery<ReferredPerson>(withQuery(peoplePath, query)),
  staleTime: 0,
})

export const referredPersonQuery = (id: string) => rowQuery<ReferredPerson>(peoplePath, id)

export const referrersQuery = (query: PageRequest) => ({
  ...pageQuery<ListedReferrer>(withQuery('/api/admin/referrers', query)),
  staleTime: 0,
})

const pathQuery = <T>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) => request<T>(path, { signal }),
    staleTime: 0,
  })

export const funnelQuery = (by: FunnelQuery['by']) =>
  pathQuery<FunnelStep[]>(withQuery('/api/admin/referral-funnel', { by }))

export const personReferralsQuery = (userId: number) =>
  pathQuery<PersonReferrals>(`/api/admin/users/${userId}/referrals`)

/** A reward moves sums on many pages. */
const isOfAdmin = (query: { queryKey: readonly unknown[] }) =>
  String(query.queryKey[0]).startsWith('/api/admin/')

export function useSettleHold() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...settlement }: HoldSettlement & { id: number }) =>
      request<unknown>(`/api/admin/reward-holds/${id}/settle`, {
        method: 'POST',
        body: settlement,
      }),
    // After a refusal too: someone else has settled it.
    onSettled: () => queryClient.invalidateQueries({ predicate: isOfAdmin }),
  })
}

export function useSetReferrer(userId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: ReferrerChange) =>
      request<PersonReferrals>(`/api/admin/users/${userId}/referrer`, {
        method: 'PUT',
        body: change,
      }),
    onSuccess: (found) => queryClient.setQueryData(personReferralsQuery(userId).queryKey, found),
    onSettled: () => queryClient.invalidateQueries({ predicate: isOfAdmin }),
  })
}
