import type { SQL } from 'drizzle-orm'
import type { KeyCursor } from '@shared/lists'
import type { Queryable } from '../client'
import { literalCount } from '../literals'
import { after, orderBy, sortKeyOf, type ListTable, type Order, type Place } from './order'
import type { Search } from './search'

/** Where a list's rows are selected from. */
export type Selecting = Pick<Queryable, 'select'>

/** Which rows to select, and in which order. */
export interface Selection {
  where: SQL | undefined
  orderBy: SQL[]
  limit: ReturnType<typeof literalCount>
  /** To be selected along with each row; only what pages the list reads it. */
  extra: object
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
  select: (db: Selecting, selection: Selection) => Promise<Row[]>
}

export interface List<Row> extends ListSource<Row> {
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
  /** What the list is sorted by, if not by the id alone. */
  sortKey?: string | null
  /** Of a search: how many hits are among the first few rows. */
  firstHits?: string | null
}

/** With where the page starts. */
export type Sorted<Row> = List<Row> & { order: Order; start: Place | undefined }

export const afterStart = ({ order, table, start }: Sorted<unknown>): SQL | undefined =>
  after(order, table, start)

/** The sizes in which pages are read: each size in between would be another statement. */
const pageSizes = [25, 50, 100]

/** How many rows to read for a page: at least one more than it shows, which tells of the next page. */
export const pageLimit = ({ query: { limit } }: Sorted<unknown>) =>
  literalCount((pageSizes.find((size) => size >= limit) ?? limit) + 1)

/** At least a page of the rows, and more when there is a next one. */
export function selectRows<Row>(
  db: Selecting,
  list: Sorted<Row>,
  where: SQL | undefined,
  firstHits?: SQL,
): Promise<Row[]> {
  const { order } = list
  return list.select(db, {
    where,
    orderBy: orderBy(order, list.table),
    limit: pageLimit(list),
    extra: extraOf(order, firstHits),
  })
}

export const extraOf = (order: Order, firstHits?: SQL) => ({
  ...(order.key && { sortKey: sortKeyOf(order) }),
  ...(firstHits && { firstHits }),
})
