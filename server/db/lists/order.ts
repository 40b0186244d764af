import { asc, desc, gt, gte, lt, lte, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { DateSort, KeyCursor } from '@shared/lists'
import { badRequest } from '../../errors'
import type { Values } from '../kept-statement'
import type { Value } from './values'

export type ListTable = PgTable & { id: AnyPgColumn }

/** What a list is sorted by; among equals, and without a key, by id. Each has an index of its own. */
export interface Order {
  direction: 'asc' | 'desc'
  key?: { of: SQL | AnyPgColumn; type: 'text' | 'timestamptz' | 'integer' }
  isUnindexed?: boolean
}

/** Where in a list a row stands. */
export interface Place {
  id: number
  /** What it is sorted by, as text; null in a list that is sorted by id. */
  key: string | null
}

/** The same with places for its values in a statement. */
export interface OpenPlace {
  id: Value<number>
  key: Value<string> | null
}

export const openPlace = (name: string, { key }: Order): OpenPlace => ({
  id: sql.placeholder(`${name}.id`),
  key: key ? sql.placeholder(`${name}.key`) : null,
})

export const placeValues = (name: string, place: Place | undefined): Values =>
  place ? { [`${name}.id`]: place.id, [`${name}.key`]: place.key } : {}

/** Ids rise with time, so that an order by id needs no other column. */
export const byId: Record<DateSort, Order> = {
  newest: { direction: 'desc' },
  oldest: { direction: 'asc' },
}

/** Of a list narrowed to some days: within them its index is sorted by the exact time. */
export function byTime(createdAt: AnyPgColumn): Record<DateSort, Order> {
  const key = { of: createdAt, type: 'timestamptz' } as const
  return { newest: { direction: 'desc', key }, oldest: { direction: 'asc', key } }
}

export function orderBy({ direction, key, isUnindexed }: Order, { id }: ListTable): SQL[] {
  const sorted = direction === 'asc' ? asc : desc
  if (!key) return [sorted(isUnindexed ? sql`${id} + 0` : id)]
  return [sorted(key.of), sorted(id)]
}

/** The same order in a form that no index has, so that Postgres does not walk one for its sake. */
export function unindexed(order: Order): Order {
  const { key } = order
  if (!key || order.isUnindexed) return { ...order, isUnindexed: true }
  const of = sql`(${key.of} ${nothing[key.type]})`
  return { ...order, key: { ...key, of }, isUnindexed: true }
}

/** What changes no value, so that an expression is another one. */
const nothing = {
  text: sql`|| ''`,
  timestamptz: sql`+ make_interval(secs => 0)`,
  integer: sql`+ 0`,
}

/** What a row is sorted by, to be read along with it; times in microseconds, which no driver rounds. */
export function sortKeyOf({ key }: Order): SQL<string | null> {
  if (!key) return sql<string | null>`null::text`
  return key.type === 'timestamptz'
    ? sql<string | null>`(extract(epoch from ${key.of}) * 1000000)::bigint::text`
    : sql<string | null>`${key.of}::text`
}

/** The rows that come after this one. */
export function after(
  order: Order,
  table: ListTable,
  place: OpenPlace | undefined,
): SQL | undefined {
  if (!place) return undefined
  const isAsc = order.direction === 'asc'
  if (!order.key) return (isAsc ? gt : lt)(table.id, place.id)
  const sign = sql.raw(isAsc ? '>' : '<')
  return sql`(${order.key.of}, ${table.id}) ${sign} (${asKey(order.key, place)}, ${place.id})`
}

/** The rows up to this one, and itself. */
export function upTo(order: Order, table: ListTable, place: OpenPlace): SQL {
  const isAsc = order.direction === 'asc'
  if (!order.key) return (isAsc ? lte : gte)(table.id, place.id)
  const sign = sql.raw(isAsc ? '<=' : '>=')
  return sql`(${order.key.of}, ${table.id}) ${sign} (${asKey(order.key, place)}, ${place.id})`
}

function asKey({ type }: Order['key'] & object, { key }: OpenPlace): SQL {
  if (type === 'timestamptz')
    return sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`
  return type === 'integer' ? sql`${key}::int` : sql`${key}::text`
}

/** For the address of the next page. */
export const writeCursor = ({ key, id }: Place): string =>
  key === null ? String(id) : `${id}.${Buffer.from(key).toString('base64url')}`

/** Throws 400 for a cursor of another order. */
export function readCursor(
  order: Order,
  cursor: number | KeyCursor | undefined,
): Place | undefined {
  if (cursor === undefined) return undefined
  if (typeof cursor === 'number') {
    if (order.key) throw wrongCursor()
    return { id: cursor, key: null }
  }
  const key = Buffer.from(cursor.key, 'base64url').toString()
  if (!order.key || !isKeyOf[order.key.type](key)) throw wrongCursor()
  return { id: cursor.id, key }
}

const isKeyOf = {
  text: (key: string) => !key.includes('\0'),
  timestamptz: (key: string) => /^-?\d{1,16}$/.test(key),
  integer: (key: string) => /^\d{1,9}$/.test(key),
}

const wrongCursor = () =>
  badRequest('This page belongs to another order of the list. Start from the first page.')
