import { and } from 'drizzle-orm'
import { scanWindow } from '@shared/lists'
import type { Database } from '../client'
import { onlyRow } from '../only-row'
import type { ListSource, Selecting, Sorted } from './list-source'
import type { OpenAnyList } from './open-list'
import { openPlace, placeValues, upTo } from './order'
import type { Build } from './prepared'
import { endOfRows } from './search-rows'
import { unlessTooSlow, type ListDatabases } from './searches'
import { countRows, getTotal, keptTotalLimit } from './totals'
import type { Values } from '../kept-statement'

/** Exact up to 10,000; one more than that stands for all above. */
export async function countAll({ db }: ListDatabases, open: OpenAnyList): Promise<number> {
  const total = await getTotal(db, getCountKey(open), () => count(db, open, countFiltered))
  return total ?? 0
}

/** The same of a search. `among`: so many of the first rows were looked at only. */
export async function countHits({ db, searches }: ListDatabases, open: OpenAnyList) {
  const total = open.list.search.isIndexed
    ? await getTotal(db, getCountKey(open), () => unlessTooSlow(count(searches, open, countFound)))
    : null
  if (total !== null) return { total, among: null }
  const end = await endOfRows(db, open)
  if (end === null) return { total: await count(db, open, countScanned), among: null }
  const values = placeValues('end', end)
  return { total: await count(db, open, countScannedToEnd, values), among: scanWindow }
}

/** Whether rows are found first and sorted then: those of a few days are, in a list that is sorted by name. */
export const isSortedLater = async (db: Database, open: OpenAnyList): Promise<boolean> =>
  mayBeSortedLater(open.list) && (await count(db, open, countDated)) <= scanWindow

export const mayBeSortedLater = ({ order, isDated }: ListSource<unknown>): boolean =>
  isDated === true && order?.key?.type === 'text'

async function count(
  db: Database,
  { counts, values }: OpenAnyList,
  build: Build<Sorted<unknown>, { count: number }>,
  more?: Values,
): Promise<number> {
  return onlyRow(await counts.run(db, build, { ...values, ...more })).count
}

// Both count as far as `getTotal` asks for.
const countFiltered = (db: Selecting, { table, filter }: Sorted<unknown>) =>
  countRows(db, table, filter, keptTotalLimit)

const countFound = (db: Selecting, { table, filter, search }: Sorted<unknown>) =>
  countRows(db, table, and(filter, search.condition), keptTotalLimit)

const countScanned = (db: Selecting, { table, filter, search }: Sorted<unknown>) =>
  countRows(db, table, and(filter, search.scanCondition))

function countScannedToEnd(db: Selecting, { table, filter, search, order }: Sorted<unknown>) {
  const scanned = upTo(order, table, openPlace('end', order))
  return countRows(db, table, and(filter, search.scanCondition, scanned))
}

const countDated = (db: Selecting, { table, filter }: Sorted<unknown>) =>
  countRows(db, table, filter, scanWindow + 1)

/** The key under which a total is remembered: the same for every page and order of a list. */
function getCountKey({ name, query }: OpenAnyList): string {
  const { limit: _limit, cursor: _cursor, sort: _sort, ...narrowing } = query
  return JSON.stringify([name, narrowing])
}
