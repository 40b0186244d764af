import type { KeyCursor } from '@shared/lists'
import { badRequest } from '../../errors'
import type { Bind } from '../sql-text'

/** The key that a list is sorted by; among equals, and without a key, by id. Each order has an index. */
export interface Order {
  direction: 'asc' | 'desc'
  key?: { of: string; type: 'text' | 'timestamptz' | 'integer' }
  isUnindexed?: boolean
}

/** The position of a row in a list. */
export interface Place {
  id: number
  /** The value of the key, as text; null in a list that is sorted by id. */
  key: string | null
}

export function orderBy({ direction, key, isUnindexed }: Order, table: string): string {
  if (!key) return `${table}.id${isUnindexed ? ' + 0' : ''} ${direction}`
  return `${key.of} ${direction}, ${table}.id ${direction}`
}

/** The order in a form that no index has, so that Postgres does not walk one for its sake. */
export function unindexed(order: Order): Order {
  const { key } = order
  if (!key || order.isUnindexed) return { ...order, isUnindexed: true }
  return { ...order, key: { ...key, of: `(${key.of} ${noOpSuffix[key.type]})` }, isUnindexed: true }
}

/** Keeps Postgres from using the index for this order, and changes no value. */
const noOpSuffix = { text: `|| ''`, timestamptz: '+ make_interval(secs => 0)', integer: '+ 0' }

/** The key of a row, to be read along with it; times in microseconds, which no driver rounds. */
export function sortKeyOf({ key }: Order): string {
  if (!key) return 'null::text'
  return key.type === 'timestamptz'
    ? `(extract(epoch from ${key.of}) * 1000000)::bigint::text`
    : `${key.of}::text`
}

/** The rows that come after this one. */
export const after = (order: Order, table: string, place: Place, bind: Bind): string =>
  compare(order, table, order.direction === 'asc' ? '>' : '<', place, bind)

/** The rows up to this one, and itself. */
export const upTo = (order: Order, table: string, place: Place, bind: Bind): string =>
  compare(order, table, order.direction === 'asc' ? '<=' : '>=', place, bind)

function compare({ key }: Order, table: string, sign: string, place: Place, bind: Bind): string {
  const id = `${bind(place.id)}::int`
  if (!key) return `${table}.id ${sign} ${id}`
  return `(${key.of}, ${table}.id) ${sign} (${keyOfType[key.type](bind(place.key))}, ${id})`
}

const keyOfType = {
  text: (key: string) => `${key}::text`,
  timestamptz: (key: string) => `timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
  integer: (key: string) => `${key}::int`,
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
