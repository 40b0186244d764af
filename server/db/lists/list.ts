import { Column, is, SQL, type GetColumnData } from 'drizzle-orm'
import { scanWindow } from '@shared/lists'
import type { Queryable } from '../client'
import {
  all,
  runText,
  renderSql,
  toSql,
  type Condition,
  type Bind,
  type SqlBuilder,
} from '../sql-text'
import { unindexed, type Order } from './order'
import { isEmpty, parseSearch, searchCondition, type SearchTerms, type SearchWay } from './search'
import { countRows } from './totals'

/** A table as a list: its columns, and how a query may narrow and sort it. */
export interface List<Filter, Row> {
  /** Part of the key under which totals are cached. */
  name: string
  table: string
  /** Apart from newest and oldest first, which each list has. */
  orders: Record<string, Order>
  /** Conditions apart from dates and the search; each has an index in the list's order. */
  filter: (filter: Filter, bind: Bind) => Condition[]
  search: (terms: SearchTerms, bind: Bind, way: SearchWay) => string
  /** The table whose texts are searched. */
  searched: string
  /** `select … from …`, with more columns when a page needs them. */
  select: (more?: string) => string
  /** Runs a statement that contains this select. */
  rows: (db: Queryable, write: SqlBuilder) => Promise<(Row & PageColumns)[]>
}

/** The columns that a page reads of each row in addition to the list's own. */
export type PageColumns = {
  id: number
  /** The key of the list's order, if it is not the id alone. */
  sortKey?: string | null
  /** How many hits of a search the index knows of. */
  hits?: number | null
}

interface ListDefinition<Filter, Columns> extends Partial<
  Pick<List<Filter, unknown>, 'orders' | 'filter' | 'search' | 'searched'>
> {
  name: string
  table: string
  columns: Columns
  /** For the columns of other tables. */
  joins?: string
}

export function defineList<Filter, Columns extends ListColumns>({
  columns,
  joins = '',
  ...definition
}: ListDefinition<Filter, Columns>): List<Filter, RowOf<Columns>> {
  const { table } = definition
  const selected = writeColumns(columns)
  return {
    orders: {},
    filter: () => [],
    search: (terms, bind, way) => searchCondition(table, terms, bind, way),
    searched: table,
    ...definition,
    select: (more) => `select ${selected}${more ? `, ${more}` : ''} from ${table} ${joins}`,
    rows: (db, write) => runText<RowOf<Columns> & PageColumns>(db, write),
  }
}

/** Columns of a joined table form an object, which is null when the join finds no row. */
type ListColumns = Record<string, Column | SQL | ({ id: Column } & Record<string, Column>)>

type RowOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column
    ? GetColumnData<Columns[Name]>
    : Columns[Name] extends SQL<infer Value>
      ? Value
      : { [Inner in keyof Columns[Name]]: DataOf<Columns[Name][Inner]> } | null
}

type DataOf<Part> = Part extends Column ? GetColumnData<Part> : never

const writeColumns = (columns: ListColumns): string =>
  Object.entries(columns)
    .map(([name, part]) => `${writeColumn(part)} as "${name}"`)
    .join(', ')

const writeColumn = (part: ListColumns[string]): string =>
  is(part, Column) || is(part, SQL) ? renderSql(part) : writeObject(part)

function writeObject(columns: { id: Column } & Record<string, Column>): string {
  const members = Object.entries(columns).map(([name, column]) => `'${name}', ${renderSql(column)}`)
  return `case when ${renderSql(columns.id)} is not null then json_build_object(${members.join(', ')}) end`
}

/** All that narrows and sorts a list. */
export interface ListQuery {
  search?: string
  sort?: string
  from?: Date | undefined
  to?: Date | undefined
}

/** A list as one query narrows and sorts it. */
export interface OpenList<Row> {
  list: List<never, Row>
  order: Order
  isDated: boolean
  terms: SearchTerms
  filter: SqlBuilder
  /** The search as a condition; undefined without one. */
  search: (bind: Bind, way: SearchWay) => string | undefined
}

export function openList<Filter, Row>(
  list: List<Filter, Row>,
  query: NoInfer<Filter> & ListQuery,
  terms = parseSearch(query.search ?? ''),
): OpenList<Row> {
  const { from, to, sort = 'newest' } = query
  const isDated = Boolean(from ?? to)
  const createdAt = `${list.table}.created_at`
  const byTime = { of: createdAt, type: 'timestamptz' } as const
  return {
    list,
    // Ids rise with time. Within some days, the index is sorted by the exact time.
    order: list.orders[sort] ?? {
      direction: sort === 'oldest' ? 'asc' : 'desc',
      key: isDated ? byTime : undefined,
    },
    isDated,
    terms,
    filter: (bind) =>
      all([
        ...list.filter(query, bind),
        from && `${createdAt} >= ${bind(from)}::timestamptz`,
        to && `${createdAt} < ${bind(to)}::timestamptz`,
      ]),
    search: (bind, way) => (isEmpty(terms) ? undefined : list.search(terms, bind, way)),
  }
}

/**
 * The order to read a list in. What came within a few days is found by date and sorted then: in an index of names its
 * rows are far apart.
 */
export async function chooseOrder(
  db: Queryable,
  { list, order, isDated, filter }: OpenList<unknown>,
): Promise<Order> {
  if (!isDated || order.key?.type !== 'text') return order
  const rows = await countRows(db, list.table, filter, scanWindow + 1)
  return rows > scanWindow ? order : unindexed(order)
}

/** The rows that a query shows, as a condition of another statement. */
export function matchRows<Filter>(list: List<Filter, unknown>, query: NoInfer<Filter> & ListQuery) {
  const { filter, search } = openList(list, query)
  return toSql((bind) => all([filter(bind), search(bind, 'index')]))
}

export async function findRow<Row>(
  db: Queryable,
  list: List<never, Row>,
  id: number,
  column = 'id',
): Promise<Row | null> {
  const [row] = await list.rows(
    db,
    (bind) => `${list.select()} where ${list.table}.${column} = ${bind(id)}::int`,
  )
  return row ?? null
}
