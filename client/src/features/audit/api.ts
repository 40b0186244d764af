import type { ListedEvent } from '@shared/audit'
import { pageQuery } from '@/lib/page-query'
import { withQuery } from '@/lib/paths'

/** One page of the audit trail, fetched anew whenever it is opened. */
export const eventsQuery = (query: { object: string; cursor: string }) => ({
  ...pageQuery<ListedEvent>(withQuery('/api/admin/audit-events', query)),
  staleTime: 0,
})
