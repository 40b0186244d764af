import { LRUCache } from 'lru-cache'
import { exactTotalLimit } from '@shared/list-choices'
import type { Database, Queryable } from '../client'
import { runText, type SqlBuilder } from '../sql-text'
import { onlyRow } from '../../errors'

/**
 * Rows that match: without another limit exact up to 10,000, and one more than that for all above. The limit is a
 * parameter, for a plan of its own.
 */
export async function countRows(
  db: Queryable,
  table: string,
  where: SqlBuilder,
  limit = exactTotalLimit + 1,
): Promise<number> {
  const counted = await runText<{ count: number }>(
    db,
    (bind) => `select count(*)::int as count from (
      select 1 from ${table} where ${where(bind)} limit ${bind(limit)}) bounded`,
  )
  return onlyRow(counted).count
}

const keptMs = 5_000
const mostKept = 200
/** Counting ends at 11,000, and "more than 10,000" is shown, so that a cached total stays true. */
export const mostCounted = exactTotalLimit + 1_000

/** Until when "more than 10,000" holds, by database and by what was counted. */
const keptTotals = new WeakMap<Database, LRUCache<string, number>>()

/** Whether more than 10,000 rows were counted within the last five seconds. `key` names what was counted. */
export const hasMany = (db: Database, key: string): boolean =>
  Date.now() < (keptTotals.get(db)?.get(key) ?? 0)

/** The total to show for a count that ended at `mostCounted`, which is kept. */
export function keepTotal(db: Database, key: string, counted: number): number {
  if (counted === mostCounted) {
    const kept = keptTotals.get(db) ?? new LRUCache<string, number>({ max: mostKept })
    keptTotals.set(db, kept.set(key, Date.now() + keptMs))
  }
  return Math.min(counted, exactTotalLimit + 1)
}

/**
 * A total that is asked for again and again. Counting to 10,000 costs more than the page itself, so
 * "more than 10,000", once seen with a margin, holds for five seconds. Less is counted each time.
 * Null when `count` gave up.
 */
export async function getTotal(
  db: Database,
  key: string,
  count: (limit: number) => Promise<number | null>,
): Promise<number | null> {
  if (hasMany(db, key)) return exactTotalLimit + 1
  const counted = await count(mostCounted)
  return counted === null ? null : keepTotal(db, key, counted)
}
