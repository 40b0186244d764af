import { and, desc, getTableName, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { scanWindow } from '@shared/lists'
import type { Queryable } from '../client'
import type { Search } from './search'
import { unlessTooSlow, type ListDatabases } from './searches'
import { countUpToLimit, getTotal } from './totals'

/** Enough of the newest rows to tell a search with many hits from one with few. */
const probeWindow = 250
/** With fewer hits among those, the index is asked: one of the newest may be all there is. */
const manyInProbe = 3

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
  /** All that narrows the list, and which page of it. */
  query: { limit: number; cursor?: number | undefined; search?: string }
  select: (db: Queryable, where: SQL | undefined, limit: number) => Promise<Row[]>
}

/**
 * A page of a list, newest first, with the list's total. What no index answers, or not in time, is
 * looked for among 20,000 rows: the next page goes on where they ended, so nothing stays unfound.
 */
export async function readPage<Row>(dbs: ListDatabases, list: List<Row>): Promise<ListPage<Row>> {
  const { filter, search, query, select, table } = list
  if (search.condition) return searchPage(dbs, list)
  const { db } = dbs
  const older = query.cursor ? lt(table.id, query.cursor) : undefined
  const [rows, total] = await Promise.all([
    select(db, and(filter, older), query.limit + 1),
    getTotal(db, getCountKey(list), (limit) => countUpToLimit(db, table, filter, limit)),
  ])
  return { rows, total: total ?? 0, among: null, searchedTo: null }
}

async function searchPage<Row>(dbs: ListDatabases, list: List<Row>): Promise<ListPage<Row>> {
  const { rows, searchedTo } = await searchRows(dbs, list)
  const isAll = !list.query.cursor && searchedTo === null && rows.length <= list.query.limit
  const count = isAll ? { total: rows.length, among: null } : await countHits(dbs, list)
  return { rows, searchedTo, ...count }
}

/**
 * Left to itself, Postgres guesses how many hits there are, and often wrongly. So a few of the newest
 * rows are looked at first. Several hits among them: there are many, and the page fills from the
 * newest rows. Otherwise there are few, and the trigram index finds them all.
 */
async function searchRows<Row>({ db, searches }: ListDatabases, list: List<Row>) {
  const isFull = (rows: Row[]) => rows.length > list.query.limit
  const probed = await scanRows(db, list, probeWindow)
  if (isFull(probed)) return { rows: probed, searchedTo: null }

  const hasMany = probed.length >= manyInProbe || !list.search.isIndexed
  const found = hasMany ? null : await findRows(searches, list)
  if (found) return { rows: found, searchedTo: null }

  const scanned = await scanRows(db, list, scanWindow)
  if (isFull(scanned)) return { rows: scanned, searchedTo: null }
  const searchedTo = await endOfScan(db, list.table, and(list.filter, olderThan(list)))
  const rest =
    hasMany && searchedTo !== null && list.search.isIndexed ? await findRows(searches, list) : null
  return rest ? { rows: rest, searchedTo: null } : { rows: scanned, searchedTo }
}

/** The hits among so many of the newest rows, a page of them at most. */
function scanRows<Row>(db: Queryable, list: List<Row>, window: number): Promise<Row[]> {
  const { table, filter, search, query, select } = list
  const scanned = and(filter, olderThan(list))
  const floor = gte(table.id, scanFloor(db, table, scanned, window))
  return select(db, and(scanned, search.scanCondition, floor), query.limit + 1)
}

/** The hits that the index knows of; null when that takes too long. */
function findRows<Row>(searches: Queryable, list: List<Row>) {
  const { table, filter, search, query, select } = list
  const limit = query.limit + 1
  // Sorted by an expression, so that Postgres does not walk the whole table for the order's sake.
  const ids = searches
    .select({ id: table.id })
    .from(table)
    .where(and(filter, search.condition, olderThan(list)))
    .orderBy(sql`${table.id} + 0 desc`)
    .limit(limit)
  return unlessTooSlow(select(searches, inArray(table.id, ids), limit))
}

async function countHits({ db, searches }: ListDatabases, list: List<unknown>) {
  const { table, filter, search } = list
  const condition = and(filter, search.condition)
  const total = search.isIndexed
    ? await getTotal(db, getCountKey(list), (limit) =>
        unlessTooSlow(countUpToLimit(searches, table, condition, limit)),
      )
    : null
  if (total !== null) return { total, among: null }
  const end = await endOfScan(db, table, filter)
  const floor = end === null ? undefined : gte(table.id, end)
  return {
    total: await countUpToLimit(db, table, and(filter, search.scanCondition, floor)),
    among: end === null ? null : scanWindow,
  }
}

const olderThan = ({ table, query }: List<unknown>) =>
  query.cursor ? lt(table.id, query.cursor) : undefined

/** The smallest id among so many of the newest rows. */
function scanFloor(
  db: Queryable,
  table: List<unknown>['table'],
  where: SQL | undefined,
  window: number,
): SQL {
  const newest = db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(desc(table.id))
    .limit(window)
    .as('newest')
  return sql`(${db.select({ id: sql`min(${newest.id})` }).from(newest)})`
}

/** The id at which a scan of the newest rows is cut off; null when it comes to their end. */
async function endOfScan(
  db: Queryable,
  table: List<unknown>['table'],
  where: SQL | undefined,
): Promise<number | null> {
  const [last, next] = await db
    .select({ id: table.id })
    .from(table)
    .where(where)
    .orderBy(desc(table.id))
    .offset(scanWindow - 1)
    .limit(2)
  return last && next ? Number(last.id) : null
}

/** The key under which a total is remembered: the same for every page of a list. */
function getCountKey({ table, query }: List<unknown>): string {
  const { limit: _limit, cursor: _cursor, ...narrowing } = query
  return JSON.stringify([getTableName(table), narrowing])
}
