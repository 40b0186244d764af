import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ListedStatement, OwnReferral, ReferralDesk, Statement } from '@shared/referral-desk'
import { getPage } from '@/lib/http'
import { pathQuery } from '@/lib/query-client'

const path = '/api/referral-desk'

export const deskQuery = pathQuery<ReferralDesk>(path, { fresh: true })

export const hasEarned = ({ rewards }: ReferralDesk): boolean =>
  Object.values(rewards).some(Boolean)

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

export const statementQuery = (month: string) =>
  pathQuery<Statement>(`${statementsPath}/${month}`, { fresh: true })

export const statementFile = (month: string, kind: 'pdf' | 'csv') =>
  `${statementsPath}/${month}.${kind}`
