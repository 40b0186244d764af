import type { ListedEvent, PersonHistory } from '@shared/audit'
import { pageQuery, type PageRequest } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'
import { pathQuery } from '@/lib/query-client'

/** One page of the audit trail, refetched whenever it is opened. */
export const eventsQuery = (query: PageRequest & { object?: string }) => ({
  ...pageQuery<ListedEvent>(withQuery('/api/admin/audit-events', { ...query })),
  staleTime: 0,
})

/** Events about one person, and their own. */
export const personHistoryQuery = (userId: number) =>
  pathQuery<PersonHistory>(`/api/admin/users/${userId}/history`, { fresh: true })
