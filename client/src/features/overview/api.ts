import type { Overview } from '@shared/overview'
import { pathQuery } from '@/lib/query-client'

/** The to-do counts, refetched whenever the page is opened. */
export const overviewQuery = pathQuery<Overview>('/api/admin/overview', { fresh: true })
