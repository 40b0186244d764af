import { and, desc, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { rowsPerWalk } from '@shared/lists'
import type { Database, Queryable } from './client'
import { withDeadline } from './deadline'
import type { Search } from './search'
import { countUpToLimit } from './totals'

const searchMs = 1_000

export interface ListPage<Row> {
  /** One more than the page when there is a next one. */
  rows: Row[]
  /** Exact up to 10,000; one more than that stands for all above. */
  total: number
  /** When counting was cut off: `total` is about this many newest rows only. */
  among: number | null
  /** When looking was cut off: the id of the last row looked at, from which the next page goes on. */
  searchedTo: number | null
}

interface List<Row> {
  table: PgTable & { id: AnyPgColumn }
  /** What narrows the list apart from the search; it has an index with the newest first. */
  filter: SQL | undefined
  search: Search
  query: { limit: number; cursor?: number | undefined }
  select: (db: Queryable, where: SQL | undefined, limit: number) => Promise<Row[]>
}

/**
 * A page of a list, newest first, with the list's total. What no index answers, or not in time, is
 * looked for among 20,000 rows: the next page goes on where they ended, so nothing stays unfound.
 */
export async function readPage<Row>(db: Database, list: List<Row>): Promise<ListPage<Row>> {
  const { filter, search, query, select, table } = list
  if (search.condition) {
    const [page, count] = await Promise.all([searchRows(db, list), countHits(db, list)])
    return { ...page, ...count }
  }
  const older = query.cursor ? lt(table.id, query.cursor) : undefined
  const [rows, total] = await Promise.all([
    select(db, and(filter, older), query.limit + 1),
    countUpToLimit(db, table, filter),
  ])
  return { rows, total, among: null, searchedTo: null }
}

/**
 * Many hits fill the page from the newest rows. When they do not, hits are few, and the trigram
 * index finds them all. Left to itself, Postgres guesses how many they are, and often wrongly.
 */
async function searchRows<Row>(db: Database, list: List<Row>) {
  const { table, filter, search, query, select } = list
  const limit = query.limit + 1
  const older = query.cursor ? lt(table.id, query.cursor) : undefined
  const end = await endOfWalk(db, table, and(filter, older))
  const walk = and(filter, search.walking, older, downTo(table, end))
  const walked = await select(db, walk, limit)
  if (end === null || walked.length === limit) return { rows: walked, searchedTo: null }

  const ids = search.isIndexed
    ? await withDeadline(db, searchMs, (tx) =>
        newestIds(tx, table, and(filter, search.condition, older), limit),
      )
    : null
  if (ids === null) return { rows: walked, searchedTo: end }
  const rows = ids.length > 0 ? await select(db, inArray(table.id, ids), limit) : []
  return { rows, searchedTo: null }
}

async function countHits(db: Database, { table, filter, search }: List<unknown>) {
  const total = search.isIndexed
    ? await withDeadline(db, searchMs, (tx) =>
        countUpToLimit(tx, table, and(filter, search.condition)),
      )
    : null
  if (total !== null) return { total, among: null }
  const end = await endOfWalk(db, table, filter)
  return {
    total: await countUpToLimit(db, table, and(filter, search.walking, downTo(table, end))),
    among: end === null ? null : rowsPerWalk,
  }
}

/** Sorted by an expression, so that Postgres does not walk the whole table for the order's sake. */
async function newestIds(
  tx: Queryable,
  table: List<unknown>['table'],
  where: SQL | undefined,
  limit: number,
): Promise<number[]> {
  const found = await tx
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(sql`${table.id} + 0 desc`)
    .limit(limit)
  return found.map(({ id }) => Number(id))
}

const downTo = (table: List<unknown>['table'], end: number | null) =>
  end === null ? undefined : gte(table.id, end)

/** The id at which a walk of the newest rows is cut off; null when it comes to their end. */
async function endOfWalk(
  db: Database,
  table: List<unknown>['table'],
  where: SQL | undefined,
): Promise<number | null> {
  const [last, next] = await db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(desc(table.id))
    .offset(rowsPerWalk - 1)
    .limit(2)
  return last && next ? Number(last.id) : null
}
