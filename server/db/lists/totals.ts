import { sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import { exactTotalLimit } from '@shared/list-choices'
import type { Database, Queryable } from '../client'
import { onlyRow } from '../only-row'
import { runText, type Write } from '../sql-text'

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
  return onlyRow(await db.select({ count: sql<number>`count(*)::int` }).from(bounded)).count
}

/** The same of a list. The limit is a parameter: what reads far is planned anew for its values. */
export async function countRows(
  db: Queryable,
  table: string,
  where: Write,
  limit = exactTotalLimit + 1,
): Promise<number> {
  const counted = await runText<{ count: number }>(
    db,
    (param) => `select count(*)::int as count from (
      select 1 from ${table} where ${where(param)} limit ${param(limit)}) bounded`,
  )
  return onlyRow(counted).count
}

const keptMs = 5_000
const mostKept = 200
/** A kept total is wrong only if this many rows disappear within those seconds. */
const margin = 1_000

/** Of each database, until when "more than 10,000" holds. */
const keptTotals = new WeakMap<Database, LRUCache<string, number>>()

/**
 * A total that is asked for again and again. Counting to 10,000 costs more than the page itself, so
 * "more than 10,000", once seen with a margin, holds for five seconds. Less is counted each time.
 * `key` names what is counted; null when `count` gave up.
 */
export async function getTotal(
  db: Database,
  key: string,
  count: (limit: number) => Promise<number | null>,
): Promise<number | null> {
  const kept = keptTotals.get(db) ?? new LRUCache<string, number>({ max: mostKept })
  keptTotals.set(db, kept)
  if (Date.now() < (kept.get(key) ?? 0)) return exactTotalLimit + 1

  const limit = exactTotalLimit + margin
  const total = await count(limit)
  if (total === limit) kept.set(key, Date.now() + keptMs)
  return total && Math.min(total, exactTotalLimit + 1)
}
