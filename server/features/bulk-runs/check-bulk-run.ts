import { sql } from 'drizzle-orm'
import { mostRowsOfRun, type BulkCheck, type BulkCheckRequest } from '@shared/bulk-runs'
import { kindOfList } from '@shared/list-choices'
import type { Database } from '../../db/client'
import { unlessTooSlow } from '../../db/lists/searches'
import { badRequest } from '../../errors'
import { kinds } from '../decisions/kinds'
import { readBases } from '../decisions/read-basis'
import { isChosen } from './start-bulk-run'

const atOnce = 500

/** How many of those that would be approved have something against it: said before a run is started. */
export async function checkBulkRun(db: Database, request: BulkCheckRequest): Promise<BulkCheck> {
  const kind = kindOfList[request.of]
  const { table } = kinds[kind]
  const chosen = await db.transaction((tx) =>
    unlessTooSlow(
      tx.execute<{ id: number }>(sql`
        select ${table.id} as id from ${table}
        where ${isChosen(request)} and ${table.status} <> 'approved' limit ${mostRowsOfRun + 1}`),
    ),
  )
  if (!chosen)
    throw badRequest('This search takes too long to select everything. Please narrow it down.')
  const ids = chosen.rows.map(({ id }) => id)
  const check: BulkCheck = { total: ids.length, concerns: {} }
  for (let from = 0; from < ids.length; from += atOnce) {
    const bases = await readBases(db, kind, ids.slice(from, from + atOnce))
    for (const { concerns } of bases.values())
      for (const { kind: against } of concerns)
        check.concerns[against] = (check.concerns[against] ?? 0) + 1
  }
  return check
}
