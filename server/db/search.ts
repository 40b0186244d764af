import { and, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

type Text = AnyPgColumn | SQL

const phoneCharacters = /^[\d\s().+-]+$/
const minPhoneDigits = 3

/**
 * A condition on a stored, lower-cased search column that also holds the phone's bare digits. Every
 * word must occur; three or more digits also match a phone written in any format. Undefined for an
 * empty search.
 */
export function searchCondition(column: Text, search: string): SQL | undefined {
  const words = search.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const everyWord = and(...words.map((word) => wordCondition(column, word)))
  const wholePhone = phoneDigits(search)
  return wholePhone ? or(everyWord, contains(column, wholePhone)) : everyWord
}

function wordCondition(column: Text, word: string): SQL | undefined {
  const digits = phoneDigits(word)
  return digits && digits !== word
    ? or(contains(column, word), contains(column, digits))
    : contains(column, word)
}

/** The digits of what looks like a phone number, or part of one, without a leading +1. */
function phoneDigits(text: string): string | null {
  if (!phoneCharacters.test(text)) return null
  const digits = text.replace(/\D/g, '')
  if (digits.length < minPhoneDigits) return null
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

function contains(column: Text, text: string): SQL {
  const literal = text.replace(/[\\%_]/g, String.raw`\$&`)
  return sql`${column} like '%' || lower(${literal}) || '%'`
}
