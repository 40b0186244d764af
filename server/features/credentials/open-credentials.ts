import type { SortedListQuery } from '@shared/lists'
import type { ListDatabases } from '../../db/lists/searches'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { listSealedCredentials, markOpened } from './queries'

/** A page of credentials whose secrets are about to be shown. No one reads passwords without a trace. */
export async function openCredentials(
  dbs: ListDatabases,
  { query, by }: { query: SortedListQuery; by: Actor },
) {
  const page = await listSealedCredentials(dbs, query)
  const ids = page.rows.map(({ id }) => id)
  await dbs.db.transaction(async (tx) => {
    await markOpened(tx, ids)
    await recordEvent(tx, by, 'credentials.listed', {
      details: { count: ids.length, ids: ids.join(', ') },
    })
  })
  return page
}
