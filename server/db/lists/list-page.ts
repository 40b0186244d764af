import { and, asc, desc, getTableName, gte, inArray, lte, sql, type SQL } from 'drizzle-orm'
import { scanWindow, type KeyCursor } from '@shared/lists'
import type { Queryable } from '../client'
import {
  after,
  byId,
  orderBy,
  readCursor,
  sortKeyOf,
  unindexed,
  upTo,
  writeCursor,
  type ListTable,
  type Order,
  type Place,
} from './order'
import type { Search } from './search'
import { unlessTooSlow, type ListDatabases } from './searches'
import { countUpToLimit, getTotal } from './totals'

/** Enough of the first rows to tell a search with many hits from one with few. */
const probeWindow = 250
/** With fewer hits among those, the index is asked: one of the first may be all there is. */
const manyInProbe = 3

export interface ListPage<Row> {
  rows: Row[]
  /** The cursor of the next page, which goes on after the last row, or where looking was cut off. */
  next: string | null
  /** Exact up to 10,000; one more than that stands for all above. */
  total: number
  /** When counting was cut off: `total` is about this many first rows only. */
  among: number | null
}

/** Which rows to select, in which order. A list that is sorted by more than the id reads `sortKey` too. */
export interface Selection {
  where: SQL | undefined
  orderBy: SQL[]
  sortKey: SQL<string | null>
  limit: number
}

/** What a list is, whichever part of it is read. */
export interface ListSource<Row> {
  table: ListTable
  /** What narrows the list apart from the search; it has an index in the list's order. */
  filter: SQL | undefined
  search: Search
  /** Newest first unless said. */
  order?: Order
  /** Narrowed to some days: what is sorted by another column may then be far apart in its index. */
  isDated?: boolean
  select: (db: Queryable, selection: Selection) => Promise<Row[]>
}

interface List<Row> extends ListSource<Row> {
  /** All that narrows the list, and which page of it. */
  query: {
    limit: number
    cursor?: number | KeyCursor | undefined
    search?: string
    sort?: string
  }
}

export interface ListedRow {
  id: number
  sortKey?: string | null
}

type Sorted<Row> = List<Row> & { order: Order; start: Place | undefined }

/**
 * A page of a list with the list's total. What no index answers, or not in time, is looked for among
 * 20,000 rows: the next page goes on where they ended, so nothing stays unfound.
 */
export async function readPage<Row extends ListedRow>(
  dbs: ListDatabases,
  unsorted: List<Row>,
): Promise<ListPage<Row>> {
  const { db } = dbs
  const order = await chooseOrder(db, unsorted)
  const list = { ...unsorted, order, start: readCursor(order, unsorted.query.cursor) }
  const { filter, search, table } = list
  if (search.condition) return searchPage(dbs, list)
  const [rows, total] = await Promise.all([
    selectRows(db, list, and(filter, afterStart(list))),
    getTotal(db, getCountKey(list), (limit) => countUpToLimit(db, table, filter, limit)),
  ])
  return { ...cutPage(list, rows, null), total: total ?? 0, among: null }
}

/** A few days of a list that is sorted by name are found by their dates, and sorted then. */
export async function chooseOrder(db: Queryable, list: ListSource<unknown>): Promise<Order> {
  const { order = byId.newest, isDated, table, filter } = list
  if (!isDated || order.key?.type !== 'text') return order
  const count = await countUpToLimit(db, table, filter, scanWindow + 1)
  return count > scanWindow ? order : unindexed(order)
}

async function searchPage<Row extends ListedRow>(
  dbs: ListDatabases,
  list: Sorted<Row>,
): Promise<ListPage<Row>> {
  const { rows, searchedTo } = await searchRows(dbs, list)
  const isAll = !list.query.cursor && searchedTo === null && rows.length <= list.query.limit
  const count = isAll ? { total: rows.length, among: null } : await countHits(dbs, list)
  return { ...cutPage(list, rows, searchedTo), ...count }
}

const placeOf = ({ id, sortKey }: ListedRow): Place => ({ id, key: sortKey ?? null })

function cutPage<Row extends ListedRow>(list: Sorted<Row>, found: Row[], searchedTo: Place | null) {
  const rows = found.slice(0, list.query.limit)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  const end = last ? placeOf(last) : searchedTo
  return { rows, next: end && writeCursor(end) }
}

/**
 * Left to itself, Postgres guesses how many hits there are, and often wrongly. So a few of the first
 * rows are looked at first. Several hits among them: there are many, and the page fills from the
 * first rows. Otherwise there are few, and the trigram index finds them all.
 */
async function searchRows<Row extends ListedRow>(dbs: ListDatabases, list: Sorted<Row>) {
  const { db, searches } = dbs
  const isFull = (rows: Row[]) => rows.length > list.query.limit
  const probed = await scanRows(db, list, probeWindow)
  if (isFull(probed)) return { rows: probed, searchedTo: null }

  const hasMany = probed.length >= manyInProbe || !list.search.isIndexed
  const found = hasMany ? null : await findRows(searches, list)
  if (found) return { rows: found, searchedTo: null }

  const scanned = await scanRows(db, list, scanWindow)
  if (isFull(scanned)) return { rows: scanned, searchedTo: null }
  const searchedTo = await endOfScan(db, list, scanWindow)
  const rest =
    hasMany && searchedTo !== null && list.search.isIndexed ? await findRows(searches, list) : null
  return rest ? { rows: rest, searchedTo: null } : { rows: scanned, searchedTo }
}

const afterStart = ({ order, table, start }: Sorted<unknown>): SQL | undefined =>
  after(order, table, start)

/** A page of the rows, and one more when there is a next one. */
function selectRows<Row>(db: Queryable, list: Sorted<Row>, where: SQL | undefined): Promise<Row[]> {
  const { order } = list
  return list.select(db, {
    where,
    orderBy: orderBy(order, list.table),
    sortKey: sortKeyOf(order),
    limit: list.query.limit + 1,
  })
}

/** The hits among so many of the first rows, a page of them at most. */
function scanRows<Row>(db: Queryable, list: Sorted<Row>, window: number): Promise<Row[]> {
  const { table, filter, search, order, query } = list
  const scanned = and(filter, afterStart(list))
  const first = db
    .select({ id: table.id, key: sql`${order.key?.of ?? null}`.as('key'), isHit: isHit(search) })
    .from(table)
    .where(scanned)
    .orderBy(...orderBy(order, table))
    .limit(window)
    .as('first')
  if (!order.key) {
    const end = order.direction === 'asc' ? sql`max(${first.id})` : sql`min(${first.id})`
    const inWindow = order.direction === 'asc' ? lte : gte
    const last = sql`(${db.select({ end }).from(first)})`
    return selectRows(db, list, and(scanned, search.scanCondition, inWindow(table.id, last)))
  }
  // Only the walk itself has the order's index: Postgres does not trust a condition on two columns.
  const sorted = order.direction === 'asc' ? asc : desc
  const ids = db
    .select({ id: first.id })
    .from(first)
    .where(sql`${first.isHit}`)
    .orderBy(sorted(first.key), sorted(first.id))
    .limit(query.limit + 1)
  return selectRows(db, list, inArray(table.id, ids))
}

/** Whether a row that is walked past belongs to a search. */
export const isHit = ({ scanCondition }: Search) => sql`${scanCondition ?? sql`true`}`.as('is_hit')

/** The hits that the index knows of; null when that takes too long. */
function findRows<Row>(searches: Queryable, list: Sorted<Row>): Promise<Row[] | null> {
  const { table, filter, search, query } = list
  const ids = searches
    .select({ id: table.id })
    .from(table)
    .where(and(filter, search.condition, afterStart(list)))
    .orderBy(...orderBy(unindexed(list.order), table))
    .limit(query.limit + 1)
  return unlessTooSlow(selectRows(searches, list, inArray(table.id, ids)))
}

async function countHits({ db, searches }: ListDatabases, list: Sorted<unknown>) {
  const { table, filter, search } = list
  const condition = and(filter, search.condition)
  const total = search.isIndexed
    ? await getTotal(db, getCountKey(list), (limit) =>
        unlessTooSlow(countUpToLimit(searches, table, condition, limit)),
      )
    : null
  if (total !== null) return { total, among: null }
  const end = await endOfScan(db, { ...list, start: undefined }, scanWindow)
  const counted = end === null ? undefined : upTo(list.order, table, end)
  return {
    total: await countUpToLimit(db, table, and(filter, search.scanCondition, counted)),
    among: end === null ? null : scanWindow,
  }
}

/** The place at which a scan of the first rows is cut off; null when it comes to their end. */
async function endOfScan(
  db: Queryable,
  list: Sorted<unknown>,
  window: number,
): Promise<Place | null> {
  const { order, table, filter } = list
  const [last, next] = await db
    .select({ key: sortKeyOf(order), id: table.id })
    .from(table)
    .where(and(filter, afterStart(list)))
    .orderBy(...orderBy(order, table))
    .offset(window - 1)
    .limit(2)
  return last && next ? { key: last.key, id: Number(last.id) } : null
}

/** The key under which a total is remembered: the same for every page and order of a list. */
function getCountKey({ table, query }: Sorted<unknown>): string {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...narrowing } = query
  return JSON.stringify([getTableName(table), narrowing])
}
