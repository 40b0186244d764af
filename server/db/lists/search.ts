import { and, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

export interface Search {
  /** The condition for a row; undefined for an empty search. */
  condition: SQL | undefined
  /** The same condition in a form that cannot use the index, for scanning rows one by one. */
  scanCondition: SQL | undefined
  /** False when no word has a trigram, so that every row would have to be looked at. */
  isIndexed: boolean
}

type Text = AnyPgColumn | SQL

const phoneCharacters = /^[\d\s().+-]+$/
const minPhoneDigits = 3
/** With less than three letters or digits in a row, a word may hold no trigram. */
const trigram = /[\p{L}\p{N}]{3}/u

/**
 * Reads a search of a stored, lower-cased column that also holds the phone's bare digits. Every word
 * must occur; three or more digits also match a phone written in any format.
 */
export function readSearch(column: AnyPgColumn, search: string): Search {
  const words = search.trim().split(/\s+/).filter(Boolean)
  const phone = phoneDigits(search)
  const isIndexed = words.length === 0 || words.some((word) => hasTrigram(word, phone))
  // A phone number typed in pairs of digits. No index finds the pairs, so it is only searched as a phone
  // number.
  const isPairs = phone !== null && words.length > 1 && !isIndexed
  const condition = isPairs
    ? (text: Text) => contains(text, phone)
    : (text: Text) => {
        const everyWord = and(...words.map((word) => wordCondition(text, word, phone)))
        return phone === null ? everyWord : or(everyWord, contains(text, phone))
      }
  return {
    condition: condition(column),
    scanCondition: condition(sql`(${column} || '')`),
    isIndexed: isIndexed || isPairs,
  }
}

function wordCondition(text: Text, word: string, phone: string | null): SQL | undefined {
  return or(...listSpellings(word, phone).map((spelling) => contains(text, spelling)))
}

const hasTrigram = (word: string, phone: string | null) =>
  listSpellings(word, phone).every((spelling) => trigram.test(spelling))

/** As typed, and as bare digits, unless those of the whole phone are looked for anyway. */
function listSpellings(word: string, phone: string | null): string[] {
  const digits = phone === null ? phoneDigits(word) : null
  return digits && digits !== word ? [word, digits] : [word]
}

/** The digits of what looks like a phone number, or part of one, without a leading +1. */
function phoneDigits(text: string): string | null {
  if (!phoneCharacters.test(text)) return null
  const digits = text.replace(/\D/g, '')
  if (digits.length < minPhoneDigits) return null
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}

function contains(searched: Text, part: string): SQL {
  const literal = part.replace(/[\\%_]/g, String.raw`\$&`)
  return sql`${searched} like '%' || lower(${literal}) || '%'`
}
