import type { KeyCursor } from '@shared/lists'
import type { ListedRow, ListSource, Sorted } from './list-source'
import { byId, openPlace, placeValues, readCursor, unindexed, type Place } from './order'
import { KeptStatements } from './prepared'
import { openShape, type Shape } from './shapes'
import type { Values } from '../kept-statement'

/** A list whose statements are built once, and run with the values of each query. */
export interface List<Narrowed, Row> {
  /** Totals are remembered by it. */
  name: string
  /** Called once for all queries that differ in their values only, so it may depend on nothing else. */
  source: (narrowed: Narrowed) => ListSource<Row>
  /** What was built, by what it was built for. */
  kept: Map<string, KeptList<Row>>
}

export const defineList = <Narrowed, Row extends ListedRow>(
  name: string,
  source: (narrowed: Narrowed) => ListSource<Row>,
): List<Narrowed, Row> => ({ name, source, kept: new Map() })

/** All that narrows a list, and which page of it. */
export interface PageQuery {
  limit: number
  cursor?: number | KeyCursor | undefined
  search?: string
  sort?: string
}

/** A list as it is for all queries that differ in their values only. */
interface KeptList<Row> {
  list: Sorted<Row>
  rows: KeptStatements<Sorted<Row>, Row>
  counts: KeptStatements<Sorted<unknown>, { count: number }>
  places: KeptStatements<Sorted<unknown>, Place>
}

/** A list as a query reads it, with the values of the query. */
export interface OpenList<Row> extends KeptList<Row> {
  name: string
  query: PageQuery
  values: Values
}

/** Whatever its rows are. */
export type OpenAnyList = Omit<OpenList<unknown>, 'rows'>

/** The sizes in which pages are read: each size in between would be another statement. */
const pageSizes = [25, 50, 100]

const mostKept = 100
/** Hardly anyone searches for so many words again. */
const longestKey = 1_500

/** `isUnindexed`: its rows are found first, and sorted then. Throws 400 for a cursor of another order. */
export function openList<Query extends PageQuery, Row>(
  { name, source, kept }: List<Shape<Query>, Row>,
  query: Query,
  isUnindexed = false,
): OpenList<Row> {
  const { limit, cursor } = query
  const values: Values = {}
  const narrowed = openShape(query, values)
  const pageSize = pageSizes.find((size) => size >= limit) ?? limit
  const isFirst = cursor === undefined
  const key = JSON.stringify([narrowed, pageSize, isFirst, isUnindexed])

  let found = kept.get(key)
  if (!found) {
    const { order: indexed = byId.newest, ...rest } = source(narrowed)
    const order = isUnindexed ? unindexed(indexed) : indexed
    const start = isFirst ? undefined : openPlace('start', order)
    found = keepStatements({ ...rest, order, start, pageSize })
    if (key.length <= longestKey) keep(kept, key, found)
  }
  const start = placeValues('start', readCursor(found.list.order, cursor))
  return { ...found, name, query, values: { ...values, ...start } }
}

function keepStatements<Row>(list: Sorted<Row>): KeptList<Row> {
  return {
    list,
    rows: new KeptStatements(list),
    counts: new KeptStatements<Sorted<unknown>, { count: number }>(list),
    places: new KeptStatements<Sorted<unknown>, Place>(list),
  }
}

function keep<Row>(kept: Map<string, KeptList<Row>>, key: string, list: KeptList<Row>): void {
  const [oldest] = kept.keys()
  if (oldest !== undefined && kept.size >= mostKept) kept.delete(oldest)
  kept.set(key, list)
}
