import { and } from 'drizzle-orm'
import { countAll, countHits, isSortedLater } from './list-counts'
import { afterStart, selectRows, type ListedRow, type Selecting, type Sorted } from './list-source'
import { openList, type List, type OpenList, type PageQuery } from './open-list'
import { writeCursor, type Place } from './order'
import { parseSearch } from './search'
import { chooseParts } from './search-parts'
import { searchRows } from './search-rows'
import type { ListDatabases } from './searches'
import { termValues, type Shape } from './shapes'
import { findTrigramCounts } from './trigram-counts'

export interface ListPage<Row> {
  rows: Row[]
  /** The cursor of the next page, which goes on after the last row, or where looking was cut off. */
  next: string | null
  /** Exact up to 10,000; one more than that stands for all above. */
  total: number
  /** When counting was cut off: `total` is about this many first rows only. */
  among: number | null
  /** Before it was read: what is newer may not be in it. */
  readAt: Date
}

/**
 * A page of a list with the list's total. What no index answers, or not in time, is looked for among
 * 20,000 rows: the next page goes on where they ended, so nothing stays unfound.
 */
export async function readPage<Query extends PageQuery, Row extends ListedRow>(
  dbs: ListDatabases,
  list: List<Shape<Query>, Row>,
  query: Query,
): Promise<ListPage<Row>> {
  const { db } = dbs
  const readAt = new Date()
  const sorted = openList(list, query)
  const open = (await isSortedLater(db, sorted)) ? openList(list, query, true) : sorted
  if (open.list.search.condition) {
    return { ...(await searchPage(dbs, askForRare(dbs, open))), readAt }
  }
  const [rows, total] = await Promise.all([
    open.rows.run(db, selectPage, open.values),
    countAll(dbs, open),
  ])
  return { ...cutPage(open, rows, null), total, among: null, readAt }
}

/** The index is asked for what is rare in the search, once that is known. */
function askForRare<Row>(dbs: ListDatabases, open: OpenList<Row>): OpenList<Row> {
  const counts = findTrigramCounts(dbs.searches, open.list.search.searched)
  if (!counts) return open
  const terms = chooseParts(parseSearch(open.query.search ?? ''), counts)
  return { ...open, values: { ...open.values, ...termValues(terms) } }
}

const selectPage = <Row>(db: Selecting, list: Sorted<Row>) =>
  selectRows(db, list, and(list.filter, afterStart(list)))

async function searchPage<Row extends ListedRow>(
  dbs: ListDatabases,
  open: OpenList<Row>,
): Promise<Omit<ListPage<Row>, 'readAt'>> {
  const { rows, searchedTo } = await searchRows(dbs, open)
  const { cursor, limit } = open.query
  const isAll = !cursor && searchedTo === null && rows.length <= limit
  const count = isAll ? { total: rows.length, among: null } : await countHits(dbs, open)
  return { ...cutPage(open, rows, searchedTo), ...count }
}

const placeOf = ({ id, sortKey }: ListedRow): Place => ({ id, key: sortKey ?? null })

function cutPage<Row extends ListedRow>(
  { query }: OpenList<Row>,
  found: Row[],
  searchedTo: Place | null,
) {
  const rows = found.slice(0, query.limit)
  const last = found.length > rows.length ? rows.at(-1) : undefined
  const end = last ? placeOf(last) : searchedTo
  return { rows, next: end && writeCursor(end) }
}
