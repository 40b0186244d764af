import { LRUCache } from 'lru-cache'
import { exactTotalLimit } from '@shared/list-choices'
import type { Database, Queryable } from '../client'
import { onlyRow } from '../only-row'
import { runText, type Write } from '../sql-text'

/**
 * Rows that match: without another limit exact up to 10,000, and one more than that for all above. The limit is a
 * parameter, for a plan of its own.
 */
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
