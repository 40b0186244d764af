import { queryOptions } from '@tanstack/react-query'
import type { ListedEvent, PersonHistory } from '@shared/audit'
import { request } from '@/lib/http'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'

/** What narrows the trail. */
export interface TrailQuery extends Pick<PageRequest, 'search' | 'from' | 'to' | 'cursor'> {
  object: string
  person: string
  actor: string
  kind: string
}

/** One page of the audit trail, refetched whenever it is opened. */
export const eventsQuery = (query: TrailQuery) => ({
  ...pageQuery<ListedEvent>(withQuery('/api/admin/audit-events', { ...query })),
  staleTime: 0,
})

/** What happened to one person, and what they did. */
export const personHistoryQuery = (userId: number) =>
  queryOptions({
    queryKey: [`/api/admin/users/${userId}/history`],
    queryFn: ({ signal }) =>
      request<PersonHistory>(`/api/admin/users/${userId}/history`, { signal }),
    staleTime: 0,
  })
