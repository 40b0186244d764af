import { and, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Value } from './values'

/** What is searched for: every word, in one of its spellings; or the phone. Each stands for itself in a `like`. */
export interface SearchTerms<Term = Value<string>> {
  words: Term[][]
  phone: Term | null
  /** False when no word has a trigram, so that every row would have to be looked at. */
  isIndexed: boolean
}

export interface Search {
  /** The condition for a row; undefined for an empty search. */
  condition: SQL | undefined
  /** The same condition in a form that cannot use the index, for scanning rows one by one. */
  scanCondition: SQL | undefined
  /** The same as that of its terms. */
  isIndexed: boolean
}

type Text = AnyPgColumn | SQL

const phoneCharacters = /^[\d\s().+-]+$/
const minPhoneDigits = 3
/** With less than three letters or digits in a row, a word may hold no trigram. */
const trigram = /[\p{L}\p{N}]{3}/u

/**
 * Reads what was typed into a search. Every word must occur; three or more digits also match a phone
 * written in any format.
 */
export function parseSearch(text: string): SearchTerms<string> {
  const phone = phoneDigits(text)
  const words = text
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => listSpellings(word, phone))
  const isIndexed = words.length === 0 || words.some(haveTrigrams)
  // A phone number typed in pairs of digits. No index finds the pairs, so it is only searched as a phone
  // number.
  const isPairs = phone !== null && words.length > 1 && !isIndexed
  return {
    words: isPairs ? [] : words.map((spellings) => spellings.map(escapeLike)),
    phone,
    isIndexed: isIndexed || isPairs,
  }
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

const haveTrigrams = (spellings: string[]) => spellings.every((spelling) => trigram.test(spelling))

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

/** Searches a stored, lower-cased column that also holds the phone's bare digits. */
export function readSearch(column: AnyPgColumn, terms: SearchTerms): Search {
  return {
    condition: contains(column, terms),
    scanCondition: contains(sql`(${column} || '')`, terms),
    isIndexed: terms.isIndexed,
  }
}

function contains(text: Text, { words, phone }: SearchTerms): SQL | undefined {
  const everyWord = and(
    ...words.map((spellings) => or(...spellings.map((spelling) => containsTerm(text, spelling)))),
  )
  return phone === null ? everyWord : or(everyWord, containsTerm(text, phone))
}

const containsTerm = (text: Text, term: Value<string>) =>
  sql`${text} like '%' || lower(${term}) || '%'`
