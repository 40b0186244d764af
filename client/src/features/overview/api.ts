import { queryOptions } from '@tanstack/react-query'
import type { Overview } from '@shared/overview'
import { request } from '@/lib/http'

/** The to-do counts, refetched whenever the page is opened. */
export const overviewQuery = queryOptions({
  queryKey: ['/api/admin/overview'],
  queryFn: ({ signal }) => request<Overview>('/api/admin/overview', { signal }),
  staleTime: 0,
})
