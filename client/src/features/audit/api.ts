import type { ListedEvent, PersonHistory } from '@shared/audit'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'

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
  pathQuery<PersonHistory>(`/api/admin/users/${userId}/history`, { fresh: true })
