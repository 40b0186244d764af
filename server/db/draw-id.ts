import { getTableName, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './client'
import { onlyRow } from './only-row'

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
