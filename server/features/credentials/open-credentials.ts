import type { ListQuery } from '@shared/lists'
import type { Database } from '../../db/client'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { listSealedCredentials } from './queries'

/** A page of credentials whose secrets are about to be shown. Nobody reads passwords without a trace. */
export async function openCredentials(input: { db: Database; query: ListQuery; by: Actor }) {
  const { db, query, by } = input
  const page = await listSealedCredentials(db, query)
  const shown = page.rows.slice(0, query.limit)
  await recordEvent(db, by, 'credentials.listed', {
    details: { count: shown.length, ids: shown.map(({ id }) => id).join(', ') },
  })
  return page
}
