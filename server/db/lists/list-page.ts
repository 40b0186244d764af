import { and, getTableName } from 'drizzle-orm'
import { scanWindow } from '@shared/lists'
import type { Queryable } from '../client'
import {
  afterStart,
  selectRows,
  type List,
  type ListedRow,
  type ListSource,
  type Sorted,
} from './list-source'
import { byId, readCursor, unindexed, upTo, writeCursor, type Order, type Place } from './order'
import { endOfScan, searchRows } from './search-rows'
import { unlessTooSlow, type ListDatabases } from './searches'
import { countUpToLimit, getTotal } from './totals'

export interface ListPage<Row> {
  rows: Row[]
  /** The cursor of the next page, which goes on after the last row, or where looking was cut off. */
  next: string | null
  /** Exact up to 10,000; one more than that stands for all above. */
  total: number
  /** When counting was cut off: `total` is about this many first rows only. */
  among: number | null
}

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

async function countHits({ db, searches }: ListDatabases, list: Sorted<unknown>) {
  const { table, filter, search } = list
  const condition = and(filter, search.condition)
  const total = search.isIndexed
    ? await getTotal(db, getCountKey(list), (limit) =>
        unlessTooSlow(countUpToLimit(searches, table, condition, limit)),
      )
    : null
  if (total !== null) return { total, among: null }
  const end = await endOfScan(db, { ...list, start: undefined })
  const counted = end === null ? undefined : upTo(list.order, table, end)
  return {
    total: await countUpToLimit(db, table, and(filter, search.scanCondition, counted)),
    among: end === null ? null : scanWindow,
  }
}

/** The key under which a total is remembered: the same for every page and order of a list. */
function getCountKey({ table, query }: Sorted<unknown>): string {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...narrowing } = query
  return JSON.stringify([getTableName(table), narrowing])
}
