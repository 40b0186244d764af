import { scanWindow } from '@shared/lists'
import type { Database } from '../client'
import { all, runText, type Bind, type SqlBuilder } from '../sql-text'
import type { OpenList, PageColumns } from './list'
import { orderBy, sortKeyOf, unindexed, type Place } from './order'
import { unlessTooSlow, type ListDatabases } from './searches'
import { hasMany, keepTotal, mostCounted } from './totals'

/** A page of a list, as one query asks for it. */
export interface OpenPage<Row> extends OpenList<Row> {
  /** How many rows it shows. */
  limit: number
  /** How many are read: at least one more, to know whether there is a next page. */
  mostRows: number
  /** Whether a row comes after the page's start; missing on the first page. */
  isNext?: SqlBuilder | undefined
  /** The rows of the list from the page's start on. */
  rest: SqlBuilder
  /** Names its total: the same for every page and order of a list. */
  countKey: string
}

// Limits are part of the text. For a parameter, Postgres would assume a tenth of the table, and plan each call again.

/** At least a page of the rows, and more when there is a next one. */
export const selectRows = <Row>(db: Database, page: OpenPage<Row>, where: SqlBuilder) =>
  page.list.rows(db, (bind) => selectText(page, where(bind)))

function selectText(page: OpenPage<unknown>, where: string, ...more: string[]): string {
  const { list, order, mostRows } = page
  const columns = [...(order.key ? [`${sortKeyOf(order)} as "sortKey"`] : []), ...more]
  return `${list.select(columns.join(', '))} where ${where}
    order by ${orderBy(order, list.table)} limit ${mostRows}`
}

/** The hits of a search for a page. */
interface Found<Row> {
  rows: (Row & PageColumns)[]
  /** Where the search was cut off: only so many of the first rows were looked at. */
  scannedTo: Place | null
  /** Null: they were not counted. */
  total: number | null
}

/**
 * The total is counted by the trigram index, so the page comes from the same hits. Of a word that many rows have, the
 * page fills sooner from the first rows.
 */
export async function searchRows<Row>(
  { db, searches }: ListDatabases,
  page: OpenPage<Row>,
): Promise<Found<Row>> {
  const { list, limit, terms, countKey } = page
  const { isIndexed, isFrequent } = terms
  const askIndex = (write: SqlBuilder) => unlessTooSlow(list.rows(searches, write))

  const isIndexBest = isIndexed && !isFrequent && !hasMany(db, countKey)
  const found = isIndexBest ? await askIndex(hitsWithTotal(page)) : null
  const counted = found?.[0]?.hits ?? null
  const total = counted === null ? null : keepTotal(db, countKey, counted)
  // The index stops at `mostCounted` hits, so an empty page does not mean the end.
  const hasAllHits = counted === null ? !page.isNext : counted < mostCounted
  if (found && hasAllHits) return { rows: found, scannedTo: null, total }

  const rows = await selectRows(db, page, scan(page))
  if (rows.length > limit) return { rows, scannedTo: null, total }
  const scannedTo = await findEndOfScan(db, page, page.rest)
  const isSlow = isIndexBest && !found
  const rest = isIndexed && !isSlow && scannedTo !== null ? await askIndex(hitsOfIndex(page)) : null
  return rest ? { rows: rest, scannedTo: null, total } : { rows, scannedTo, total }
}

/** A page of the hits that the index knows of, and how many there are. */
const hitsWithTotal = (page: OpenPage<unknown>) => (bind: Bind) => {
  const { list, filter, isNext } = page
  const hits = `select ${placeColumns(page)}, ${isNext?.(bind) ?? 'true'} as is_shown
    from ${list.table} where ${ofIndex(page, filter)(bind)} limit ${mostCounted}`
  return `with hits as (${hits})
    ${selectText(page, `${list.table}.id in (${pageOf(page, 'hits')})`, '(select count(*) from hits) as hits')}`
}

/** The hits among the first 20,000 rows, a page of them at most: the scan ends when it is full. */
const scan = (page: OpenPage<unknown>) => (bind: Bind) => {
  const { list, order, rest, search } = page
  const { table } = list
  const first = `select ${placeColumns(page)}, ${search(bind, 'scan') ?? 'true'} as is_shown
    from ${table} where ${rest(bind)} order by ${orderBy(order, table)} limit ${scanWindow}`
  return `${table}.id in (${pageOf(page, `(${first})`)})`
}

/** A page of the hits that the index knows of, when there are too many to count. */
const hitsOfIndex = (page: OpenPage<unknown>) => (bind: Bind) => {
  const { list, order, rest, mostRows } = page
  const { table } = list
  return selectText(
    page,
    `${table}.id in (select ${table}.id from ${table} where ${ofIndex(page, rest)(bind)}
      order by ${orderBy(unindexed(order), table)} limit ${mostRows})`,
  )
}

/** Those of these rows that the index says are hits. */
export const ofIndex =
  ({ search }: OpenPage<unknown>, where: SqlBuilder): SqlBuilder =>
  (bind) =>
    all([where(bind), search(bind, 'index')])

const placeColumns = ({ list, order }: OpenPage<unknown>) =>
  `${list.table}.id, ${order.key?.of ?? 'null'} as sort_key`

function pageOf({ order, mostRows }: OpenPage<unknown>, found: string): string {
  const { direction, key } = order
  const sorted = `${key ? `found.sort_key ${direction}, ` : ''}found.id ${direction}`
  return `select found.id from ${found} found where found.is_shown order by ${sorted} limit ${mostRows}`
}

/** The last of the first 20,000 rows; null when there are no more. Its limits are parameters, for a plan of its own. */
export async function findEndOfScan(
  db: Database,
  { list, order }: OpenPage<unknown>,
  where: SqlBuilder,
): Promise<Place | null> {
  const { table } = list
  const [last, next] = await runText<{ id: number; key: string | null }>(
    db,
    (bind) => `select ${table}.id, ${sortKeyOf(order)} as key from ${table} where ${where(bind)}
      order by ${orderBy(order, table)} offset ${bind(scanWindow - 1)} limit ${bind(2)}`,
  )
  return last && next ? last : null
}
