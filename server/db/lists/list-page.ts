import { scanWindow, type KeyCursor } from '@shared/lists'
import { all, type SqlBuilder } from '../sql-text'
import { chooseOrder, openList, type List, type ListQuery } from './list'
import { after, readCursor, upTo, writeCursor, type Place } from './order'
import { isEmpty, parseSearch } from './search'
import { findNearSearch } from './near-search'
import { findEndOfScan, ofIndex, searchRows, selectRows, type OpenPage } from './search-rows'
import { unlessTooSlow, type ListDatabases } from './searches'
import { pickSelectiveTerms } from './selective-terms'
import { countRows, getTotal } from './totals'

/** All that narrows and sorts a list, and which page of it. */
interface PageQuery extends ListQuery {
  limit: number
  cursor?: number | KeyCursor | undefined
}

export interface ListPage<Row> {
  rows: Row[]
  /** The cursor of the next page, which goes on after the last row, or where looking was cut off. */
  next: string | null
  /** Exact up to 10,000; 10,001 means more. */
  total: number
  /** When counting was cut off: `total` counts among so many first rows only. */
  scannedRows: number | null
  /** For a search without hits: one that has some. */
  nearSearch?: string | null
  /** When reading began: newer rows may be missing. */
  readAt: Date
}

export const mapRows = <Row, Shown>(
  page: ListPage<Row>,
  show: (row: Row) => Shown,
): ListPage<Shown> => ({ ...page, rows: page.rows.map(show) })

/** The sizes in which pages are read: each size in between would be another statement to plan. */
const pageSizes = [25, 50, 100]

/**
 * A page of a list with the list's total. What no index answers, or not in time, is looked for among
 * 20,000 rows: the next page goes on where they ended, so nothing stays unfound.
 */
export async function readPage<Filter, Row>(
  dbs: ListDatabases,
  list: List<Filter, Row>,
  query: NoInfer<Filter> & PageQuery,
): Promise<ListPage<Row>> {
  const readAt = new Date()
  const { limit } = query
  const page = await openPage(dbs, list, query)
  if (!isEmpty(page.terms)) {
    const { rows, scannedTo, total } = await searchRows(dbs, page)
    const isAll = !query.cursor && scannedTo === null && rows.length <= limit
    const exact = isAll ? rows.length : total
    const count = exact === null ? await countHits(dbs, page) : { total: exact, scannedRows: null }
    const isInVain = isAll && rows.length === 0
    const nearSearch = isInVain ? await findNearSearch(dbs, page, query.search ?? '') : null
    return { ...cutPage(rows, limit, scannedTo), ...count, nearSearch, readAt }
  }
  const [rows, total] = await Promise.all([
    selectRows(dbs.db, page, page.rest),
    countAll(dbs, page),
  ])
  return { ...cutPage(rows, limit, null), total, scannedRows: null, readAt }
}

/** Throws 400 for a cursor of another order. */
async function openPage<Filter, Row>(
  { db, searches }: ListDatabases,
  list: List<Filter, Row>,
  query: NoInfer<Filter> & PageQuery,
): Promise<OpenPage<Row>> {
  const { limit, cursor, sort: _sort, ...narrowing } = query
  const typed = parseSearch(query.search ?? '')
  const terms = isEmpty(typed) ? typed : pickSelectiveTerms(searches, list.searched, typed)
  const open = openList(list, query, terms)
  const start = readCursor(open.order, cursor)
  const order = await chooseOrder(db, open)
  const isNext: SqlBuilder | undefined = start && ((bind) => after(order, list.table, start, bind))
  return {
    ...open,
    order,
    limit,
    mostRows: 1 + (pageSizes.find((size) => size >= limit) ?? limit),
    isNext,
    rest: (bind) => all([open.filter(bind), isNext?.(bind)]),
    countKey: JSON.stringify([list.name, narrowing]),
  }
}

function cutPage<Row extends { id: number; sortKey?: string | null }>(
  found: Row[],
  limit: number,
  scannedTo: Place | null,
) {
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  const end = last ? { id: last.id, key: last.sortKey ?? null } : scannedTo
  return { rows, next: end && writeCursor(end) }
}

/** Exact up to 10,000; 10,001 means more. */
async function countAll({ db }: ListDatabases, page: OpenPage<unknown>): Promise<number> {
  const { list, filter, countKey } = page
  const total = await getTotal(db, countKey, (limit) => countRows(db, list.table, filter, limit))
  return total ?? 0
}

/** Counts the hits of a search. `scannedRows`: only so many of the first rows were looked at. */
async function countHits({ db, searches }: ListDatabases, page: OpenPage<unknown>) {
  const { list, filter, search, terms, order, countKey } = page
  const { table } = list
  const total = terms.isIndexed
    ? await getTotal(db, countKey, (limit) =>
        unlessTooSlow(countRows(searches, table, ofIndex(page, filter), limit)),
      )
    : null
  if (total !== null) return { total, scannedRows: null }
  const end = await findEndOfScan(db, page, filter)
  const scanned = await countRows(db, table, (bind) =>
    all([filter(bind), search(bind, 'scan'), end ? upTo(order, table, end, bind) : undefined]),
  )
  return { total: scanned, scannedRows: end && scanWindow }
}
