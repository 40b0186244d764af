import { sql, type SQL, type SQLWrapper, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './client'
import { onlyRow } from '../errors'

/** The next id of a table: for values that are sealed to the id of a row before it is written. */
export async function drawId(db: Queryable, table: PgTable): Promise<number> {
  return onlyRow(await drawIds(db, table, 1))
}

/** The next ones. */
export async function drawIds(db: Queryable, table: PgTable, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select nextval(pg_get_serial_sequence(${getTableName(table)}, 'id'))::int as id
    from generate_series(1, ${count}::int)`)
  return rows.map(({ id }) => id)
}

/** A range of ids: greater than the first, up to and including the last. */
export interface IdRange {
  after: number
  upTo: number
}

export const isIn = (id: SQLWrapper, { after, upTo }: IdRange): SQL =>
  sql`${id} > ${after} and ${id} <= ${upTo}`

/** Walks a table of any length in parts that one statement can read in its time. */
export async function* idRanges(
  db: Queryable,
  table: PgTable,
  size = 2_000,
  /** Its column of ids, when it is called otherwise. */
  id: SQLWrapper = sql`id`,
): AsyncGenerator<IdRange> {
  const { rows } = await db.execute<{ last: string }>(
    sql`select coalesce(max(${id}), 0) as last from ${table}`,
  )
  const last = Number(rows[0]?.last)
  for (let after = 0; after < last; after += size) yield { after, upTo: after + size }
}
