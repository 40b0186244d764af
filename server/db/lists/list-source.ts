import type { SQL } from 'drizzle-orm'
import type { Queryable } from '../client'
import { literalCount } from '../literals'
import { after, orderBy, sortKeyOf, type ListTable, type OpenPlace, type Order } from './order'
import type { Statement } from '../kept-statement'
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
  select: (db: Selecting, selection: Selection) => Statement<Row>
}

export interface ListedRow {
  id: number
  /** What the list is sorted by, if not by the id alone. */
  sortKey?: string | null
  /** Of a search: how many hits are among the first few rows. */
  firstHits?: string | null
}

/** With its order, where the page starts, and how many rows are read for it. */
export type Sorted<Row> = ListSource<Row> & {
  order: Order
  start: OpenPlace | undefined
  pageSize: number
}

export const afterStart = ({ order, table, start }: Sorted<unknown>): SQL | undefined =>
  after(order, table, start)

/** At least one more row than a page shows, which tells of the next page. */
export const pageLimit = ({ pageSize }: Sorted<unknown>) => literalCount(pageSize + 1)

/** At least a page of the rows, and more when there is a next one. */
export function selectRows<Row>(
  db: Selecting,
  list: Sorted<Row>,
  where: SQL | undefined,
  firstHits?: SQL,
): Statement<Row> {
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
