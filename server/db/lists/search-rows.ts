import { and, asc, desc, inArray, sql, type SQL } from 'drizzle-orm'
import { scanWindow } from '@shared/lists'
import type { Database } from '../client'
import { literalCount } from '../literals'
import { afterStart, pageLimit, selectRows, type ListedRow, type Sorted } from './list-source'
import type { OpenAnyList, OpenList } from './open-list'
import { orderBy, sortKeyOf, unindexed, type Place } from './order'
import type { Build } from './prepared'
import type { Search } from './search'
import { unlessTooSlow, type ListDatabases } from './searches'

/** Enough of the first rows to tell a search with many hits from one with few. */
const probeWindow = 250
/** With fewer hits among those, the index is asked: one of the first may be all there is. */
const manyInProbe = 3

/**
 * Left to itself, Postgres guesses how many hits there are, and often wrongly. So a few of the first
 * rows are looked at first. Several hits among them: there are many, and the page fills from the
 * first rows. Otherwise there are few, and the trigram index finds them all.
 */
export async function searchRows<Row extends ListedRow>(dbs: ListDatabases, open: OpenList<Row>) {
  const { db, searches } = dbs
  const { list, query, rows, values } = open
  const { isIndexed } = list.search
  const isFull = (found: Row[]) => found.length > query.limit
  const askIndex = (build: Build<Sorted<Row>, Row>) =>
    unlessTooSlow(rows.run(searches, build, values))

  const found = isIndexed ? await askIndex(probeOrFind) : null
  const hasMany = !isIndexed || isProbe(found?.at(0))
  if (found && (isFull(found) || !hasMany)) return { rows: found, searchedTo: null }

  const scanned = await rows.run(db, scanRows, values)
  if (isFull(scanned)) return { rows: scanned, searchedTo: null }
  const searchedTo = await endOfScan(db, open)
  const rest = hasMany && searchedTo !== null && isIndexed ? await askIndex(findRows) : null
  return rest ? { rows: rest, searchedTo: null } : { rows: scanned, searchedTo }
}

/** True when the page came from the first rows alone, because there were several hits among them. */
const isProbe = (row: ListedRow | undefined) => Number(row?.firstHits ?? 0) >= manyInProbe

/**
 * The hits among the first few rows when there are several; otherwise all that the index knows of. In one
 * statement, because each costs a round trip.
 */
function probeOrFind<Row>(searches: Database, list: Sorted<Row>) {
  const first = searches.$with('first').as(walkFirst(searches, list, probeWindow))
  const firstHits = sql`(select count(*) from ${first} where ${first.isHit})`
  const few = sql`${firstHits} < ${sql.raw(String(manyInProbe))}`
  const ids = sql`(${hitsOf(searches, list, first)}) union all (${findIds(searches, list, few)})`
  return selectRows(searches.with(first), list, sql`${list.table.id} in (${ids})`, firstHits)
}

/** The hits among the first 20,000 rows, a page of them at most: the walk ends when it is full. */
function scanRows<Row>(db: Database, list: Sorted<Row>) {
  const first = walkFirst(db, list, scanWindow).as('first')
  return selectRows(db, list, inArray(list.table.id, hitsOf(db, list, first)))
}

/** The hits that the index knows of. */
const findRows = <Row>(searches: Database, list: Sorted<Row>) =>
  selectRows(searches, list, inArray(list.table.id, findIds(searches, list)))

/** So many of the first rows, each with whether it is a hit. */
function walkFirst(db: Database, list: Sorted<unknown>, window: number) {
  const { table, filter, search, order } = list
  return db
    .select({ id: table.id, key: sql`${order.key?.of ?? null}`.as('key'), isHit: isHit(search) })
    .from(table)
    .where(and(filter, afterStart(list)))
    .orderBy(...orderBy(order, table))
    .limit(literalCount(window))
}

type First = ReturnType<ReturnType<typeof walkFirst>['as']>

function hitsOf(db: Database, list: Sorted<unknown>, first: First) {
  const { order } = list
  const sorted = order.direction === 'asc' ? asc : desc
  return db
    .select({ id: first.id })
    .from(first)
    .where(sql`${first.isHit}`)
    .orderBy(...(order.key ? [sorted(first.key)] : []), sorted(first.id))
    .limit(pageLimit(list))
}

/** Whether a row that is walked past belongs to a search. */
export const isHit = ({ scanCondition }: Search) => sql`${scanCondition ?? sql`true`}`.as('is_hit')

function findIds(searches: Database, list: Sorted<unknown>, onlyIf?: SQL) {
  const { table, filter, search } = list
  return searches
    .select({ id: table.id })
    .from(table)
    .where(and(onlyIf, filter, search.condition, afterStart(list)))
    .orderBy(...orderBy(unindexed(list.order), table))
    .limit(pageLimit(list))
}

/** The place at which a scan of the first rows is cut off; null when it comes to their end. */
const endOfScan = (db: Database, open: OpenAnyList): Promise<Place | null> =>
  findEnd(db, open, selectEnd)

/** The same of a scan that starts with the first row of all. */
export const endOfRows = (db: Database, open: OpenAnyList): Promise<Place | null> =>
  findEnd(db, open, selectFirstEnd)

async function findEnd(
  db: Database,
  { places, values }: OpenAnyList,
  build: Build<Sorted<unknown>, Place>,
): Promise<Place | null> {
  const [last, next] = await places.run(db, build, values)
  return last && next ? last : null
}

function selectEnd(db: Database, list: Sorted<unknown>) {
  const { order, table, filter } = list
  return db
    .select({ key: sortKeyOf(order), id: sql`${table.id}`.mapWith(Number) })
    .from(table)
    .where(and(filter, afterStart(list)))
    .orderBy(...orderBy(order, table))
    .offset(scanWindow - 1)
    .limit(2)
}

const selectFirstEnd = (db: Database, list: Sorted<unknown>) =>
  selectEnd(db, { ...list, start: undefined })
