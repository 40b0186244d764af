import { sql, type Placeholder } from 'drizzle-orm'
import type { Values } from '../kept-statement'

/** A value of a query, or its place in a statement that is built for any value. */
export type Value<Of> = Of | Placeholder

/** A place for a value; the value itself is put into `values`. */
export function leaveOpen(values: Values, name: string, value: unknown): Placeholder {
  values[name] = value instanceof Date ? value.toISOString() : value
  return sql.placeholder(name)
}
