import { sql } from 'drizzle-orm'
import type { AuditExportQuery } from '@shared/audit'
import type { Transaction } from '../../db/client'
import type { ListDatabases } from '../../db/lists/searches'
import { streamIds } from '../../db/lists/stream-list'
import { readFilter } from '../audit/list-trail'
import { findNames, type Named } from '../audit/name-queries'
import { readEvents, walkEvents, type AuditEventRow } from '../audit/queries'

/** An event with what it is about, as that is called now. */
export type NamedEvent = AuditEventRow & { named: Named | undefined }

export async function* walkTrail(
  tx: Transaction,
  query: AuditExportQuery,
  dbs: ListDatabases,
): AsyncGenerator<NamedEvent[]> {
  const walk = walkEvents(await readFilter(dbs, query))
  yield* streamIds(tx, walk, async (ids) => {
    const events = await readEvents(tx, sql`select unnest(${sql.param(ids)}::bigint[])`)
    const names = await findNames(
      tx,
      events.map(({ object }) => object),
    )
    return events.map((event) => ({ ...event, named: names.get(event.object ?? '') }))
  })
}
