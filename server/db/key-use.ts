import { sql } from 'drizzle-orm'
import type { Queryable } from './client'

/** How much of a column was made with one key. */
export type KeyUse = {
  /** `table.column`. */
  place: string
  /** As the values name it. */
  keyId: string
  count: number
}

/** How long one of these counts may take, of millions of values. */
export const countingMs = 600_000

/** Which keys the values of every sealed column name. Reads them all. */
export async function countSealed(db: Queryable): Promise<KeyUse[]> {
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name like 'sealed\\_%' order by 1, 2`)
  if (columns.length === 0) return []
  const uses = columns.map(({ table, column }) => {
    const value = sql.identifier(column)
    return sql`select ${`${table}.${column}`}::text as place, split_part(${value}, '.', 2) as "keyId",
        count(*)::float as count
      from ${sql.identifier(table)} where ${value} is not null group by 2`
  })
  const { rows } = await db.execute<KeyUse>(sql`${sql.join(uses, sql` union all `)} order by 1, 2`)
  return rows
}

/** Which peppers passwords were hashed with; '' is the oldest, which hashes don't name. */
export async function countHashes(db: Queryable): Promise<KeyUse[]> {
  const { rows } = await db.execute<KeyUse>(sql`
    select 'users.password_hash' as place, split_part(password_hash, '$', 1) as "keyId",
      count(*)::float as count
    from users group by 2 order by 2`)
  return rows
}
