import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { exactTotalLimit } from '@shared/lists'
import type { Queryable } from './client'

/** Rows that match, exact up to 10,000; one more than that stands for all above. */
export async function countUpToLimit(
  db: Queryable,
  table: PgTable,
  condition: SQL | undefined,
): Promise<number> {
  const bounded = db
    .select({ one: sql`1` })
    .from(table)
    .where(condition)
    .limit(exactTotalLimit + 1)
    .as('bounded')
  return db.$count(bounded)
}
