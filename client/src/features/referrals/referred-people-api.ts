import type {
  FunnelQuery,
  FunnelStep,
  ListedReferrer,
  PersonReferrals,
  ReferredPerson,
} from '@shared/referred-people'
import { pageQuery, rowQuery, type PageRequest } from '@/lib/page-query'
import { pathQuery } from '@/lib/query-client'
import { withQuery } from '@/lib/paths'

const peoplePath = '/api/admin/referred-people'

/** One page of those who were referred, refetched whenever it is opened: people sign up by themselves. */
export const referredPeopleQuery = (query: PageRequest) =>
  pageQuery<ReferredPerson>(peoplePath, query, { fresh: true })

export const referredPersonQuery = (id: string) => rowQuery<ReferredPerson>(peoplePath, id)

export const referrersQuery = (query: PageRequest) =>
  pageQuery<ListedReferrer>('/api/admin/referrers', query, { fresh: true })

export const funnelQuery = (by: FunnelQuery['by']) =>
  pathQuery<FunnelStep[]>(withQuery('/api/admin/referral-funnel', { by }), { fresh: true })

export const personReferralsQuery = (userId: number) =>
  pathQuery<PersonReferrals>(`/api/admin/users/${userId}/referrals`, { fresh: true })
