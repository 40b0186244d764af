import { sql, StringChunk, type SQL, type SQLWrapper } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Queryable } from './client'

// Lists are written as SQL text: Drizzle takes as long to put such a statement together from its 300 pieces as Postgres
// to answer it. A connection names each text and keeps its plan (client.ts), so a text may depend on few things.

/** Adds a value to a statement. Returns its placeholder in the text: `$1`. */
export type Bind = (value: unknown) => string

/** A statement, or a part of one. */
export type SqlBuilder = (bind: Bind) => string

/** A text with its values, for statements that are put together by Drizzle. */
export function toSql(write: SqlBuilder): SQL {
  const values: unknown[] = []
  const text = write(
    (value) => `$${values.push(value instanceof Date ? value.toISOString() : value)}`,
  )
  const parts = text.split(/\$(\d+)/)
  return sql.join(
    parts.map((part, at) =>
      at % 2 === 0 ? new StringChunk(part) : sql.param(values[Number(part) - 1]),
    ),
  )
}

/** Values that a driver leaves as text, by their type in a result: `timestamptz`, and `int8`, whose columns hold cents. */
const readers: Record<number, (text: string) => unknown> = {
  1184: (text) => new Date(text),
  20: Number,
}

/** Runs a statement. Its rows are as it names their columns. */
export function runText<Row>(db: Queryable, write: SqlBuilder): Promise<Row[]>
export async function runText(
  db: Queryable,
  write: SqlBuilder,
): Promise<Record<string, unknown>[]> {
  const { rows, fields } = await db.execute(toSql(write))
  for (const { name, dataTypeID } of fields) {
    const read = readers[dataTypeID]
    if (!read) continue
    for (const row of rows) {
      const value = row[name]
      if (typeof value === 'string') row[name] = read(value)
    }
  }
  return rows
}

const dialect = new PgDialect({ casing: 'snake_case' })

/** The text of what has no values: a column, or an expression of columns. */
export function renderSql(part: SQLWrapper): string {
  const { sql: text, params } = dialect.sqlToQuery(sql`${part}`)
  if (params.length > 0) throw new Error(`A part with values: ${text}`)
  return text
}

/**
 * A word of a fixed list, such as a status, as part of a text: Postgres then plans the statement once, for just that
 * word. Each word makes a statement of its own, so what has many values is a parameter.
 */
export function sqlLiteral(word: string): string {
  if (!/^[a-z][a-z-]*$/.test(word)) throw new Error(`Not a word of a fixed list: ${word}`)
  return `'${word}'`
}

export type Condition = string | false | undefined

/** A condition that holds when all of these do; those that are not given don't count. */
export const all = (conditions: readonly Condition[]): string =>
  conditions.filter(Boolean).join(' and ') || 'true'
