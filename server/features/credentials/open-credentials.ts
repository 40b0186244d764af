import type { SortedListQuery } from '@shared/lists'
import type { ListDatabases } from '../../db/lists/searches'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { listSealedCredentials } from './queries'

/** A page of credentials whose secrets are about to be shown. No one reads passwords without a trace. */
export async function openCredentials(
  dbs: ListDatabases,
  { query, by }: { query: SortedListQuery; by: Actor },
) {
  const page = await listSealedCredentials(dbs, query)
  await recordEvent(dbs.db, by, 'credentials.listed', {
    details: { count: page.rows.length, ids: page.rows.map(({ id }) => id).join(', ') },
  })
  return page
}
