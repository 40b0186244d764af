import { is, SQL, sql, type Column, type Placeholder } from 'drizzle-orm'

// Each value that is written into a statement makes a statement of its own, so this is for what has few values.
// In return, Postgres plans each of them once, for just that value. For a limit that is a parameter, it would
// assume a tenth of the table, and plan the statement anew with every call.

/** A number of rows, written into the statement. */
export function literalCount(rows: number): SQL & Placeholder {
  const count = sql.raw(String(rows))
  if (!isTakenAsLimit(count) || !Number.isSafeInteger(rows) || rows < 0) {
    throw new Error(`Not a count: ${rows}`)
  }
  return count
}

/** Drizzle takes any SQL as a limit. Its types leave that out. */
const isTakenAsLimit = (count: SQL): count is SQL & Placeholder => is(count, SQL)

/** Whether a column holds this word of a fixed list, such as a status; the word is written into the statement. */
export function hasWord(column: Column, word: string): SQL {
  if (!/^[a-z][a-z-]*$/.test(word)) throw new Error(`Not a word of a fixed list: ${word}`)
  return sql`${column} = ${sql.raw(`'${word}'`)}`
}
