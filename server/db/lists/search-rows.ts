import { scanWindow } from '@shared/lists'
import type { Database } from '../client'
import { all, runText, type Param, type Write } from '../sql-text'
import type { OpenList, PageColumns } from './list'
import { orderBy, sortKeyOf, unindexed, type Place } from './order'
import { unlessTooSlow, type ListDatabases } from './searches'

/** A page of a list, as one query asks for it. */
export interface OpenPage<Row> extends OpenList<Row> {
  /** How many rows it shows. */
  limit: number
  /** How many are read: at least one more, to know whether there is a next page. */
  mostRows: number
  /** The rows of the list from the page's start on. */
  rest: Write
  /** Names its total: the same for every page and order of a list. */
  countKey: string
}

/** Enough of the first rows to tell a search with many hits from one with few. */
const headRows = 250
/** With fewer hits among those, the index is asked: one of the first may be all there is. */
const manyInHead = 3

// Limits are part of the text. For a parameter, Postgres would assume a tenth of the table, and plan each call again.

/** At least a page of the rows, and more when there is a next one. */
export const selectRows = <Row>(db: Database, page: OpenPage<Row>, where: Write) =>
  page.list.rows(db, (param) => selectText(page, where(param)))

function selectText(page: OpenPage<unknown>, where: string, ...more: string[]): string {
  const { list, order, mostRows } = page
  const columns = [...(order.key ? [`${sortKeyOf(order)} as "sortKey"`] : []), ...more]
  return `${list.select(columns.join(', '))} where ${where}
    order by ${orderBy(order, list.table)} limit ${mostRows}`
}

/**
 * Left to itself, Postgres guesses how many hits there are, and often wrongly. So a few of the first
 * rows are looked at first. Several hits among them: there are many, and the page fills from the
 * first rows. Otherwise there are few, and the trigram index finds them all.
 */
export async function searchRows<Row>({ db, searches }: ListDatabases, page: OpenPage<Row>) {
  const { list, limit, terms } = page
  const isFull = (found: unknown[]) => found.length > limit
  const askIndex = (write: Write) => unlessTooSlow(list.rows(searches, write))

  const found = terms.isIndexed ? await askIndex(scanHeadOrUseIndex(page)) : null
  const hasMany = !terms.isIndexed || hasManyInHead(found?.at(0))
  if (found && (isFull(found) || !hasMany)) return { rows: found, scannedTo: null }

  const scanned = await selectRows(db, page, scan(page))
  if (isFull(scanned)) return { rows: scanned, scannedTo: null }
  const scannedTo = await findEndOfScan(db, page, page.rest)
  const rest =
    hasMany && scannedTo !== null && terms.isIndexed ? await askIndex(hitsOfIndex(page)) : null
  return rest ? { rows: rest, scannedTo: null } : { rows: scanned, scannedTo }
}

/** True when the page came from the first rows alone, because there were several hits among them. */
const hasManyInHead = (row: PageColumns | undefined) => Number(row?.firstHits ?? 0) >= manyInHead

/**
 * The hits among the first few rows when there are several; otherwise all that the index knows of. In one
 * statement, because each costs a round trip.
 */
const scanHeadOrUseIndex = (page: OpenPage<unknown>) => (param: Param) => {
  const firstHits = '(select count(*) from head where head.is_hit)'
  const ids = `(${hitsOf(page, 'head')}) union all
    (${idsOfIndex(page, param, `${firstHits} < ${manyInHead}`)})`
  return `with head as (${firstRows(page, headRows, param)})
    ${selectText(page, `${page.list.table}.id in (${ids})`, `${firstHits} as "firstHits"`)}`
}

/** The hits among the first 20,000 rows, a page of them at most: the scan ends when it is full. */
const scan = (page: OpenPage<unknown>) => (param: Param) =>
  `${page.list.table}.id in (${hitsOf(page, `(${firstRows(page, scanWindow, param)}) head`)})`

/** The hits that the index knows of. */
const hitsOfIndex = (page: OpenPage<unknown>) => (param: Param) =>
  selectText(page, `${page.list.table}.id in (${idsOfIndex(page, param)})`)

/** So many of the first rows, each with whether it is a hit. */
function firstRows({ list, order, rest, search }: OpenPage<unknown>, rows: number, param: Param) {
  const { table } = list
  return `select ${table}.id, ${order.key?.of ?? 'null'} as sort_key, ${search(param, 'scan') ?? 'true'} as is_hit
    from ${table} where ${rest(param)} order by ${orderBy(order, table)} limit ${rows}`
}

function hitsOf({ order, mostRows }: OpenPage<unknown>, head: string): string {
  const { direction, key } = order
  const sorted = `${key ? `head.sort_key ${direction}, ` : ''}head.id ${direction}`
  return `select head.id from ${head} where head.is_hit order by ${sorted} limit ${mostRows}`
}

function idsOfIndex(page: OpenPage<unknown>, param: Param, onlyIf?: string): string {
  const { list, order, rest, search, mostRows } = page
  return `select ${list.table}.id from ${list.table}
    where ${all([onlyIf, rest(param), search(param, 'index')])}
    order by ${orderBy(unindexed(order), list.table)} limit ${mostRows}`
}

/** The last of the first 20,000 rows; null when there are no more. Its limits are parameters, for a plan of its own. */
export async function findEndOfScan(
  db: Database,
  { list, order }: OpenPage<unknown>,
  where: Write,
): Promise<Place | null> {
  const { table } = list
  const [last, next] = await runText<{ id: number; key: string | null }>(
    db,
    (param) => `select ${table}.id, ${sortKeyOf(order)} as key from ${table} where ${where(param)}
      order by ${orderBy(order, table)} offset ${param(scanWindow - 1)} limit ${param(2)}`,
  )
  return last && next ? last : null
}
