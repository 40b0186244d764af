import type { SystemState } from '@shared/system'
import { pathQuery } from '@/lib/query-client'

/** What works and what doesn't, refetched whenever the page is opened. */
export const systemQuery = pathQuery<SystemState>('/api/admin/system', { fresh: true })
