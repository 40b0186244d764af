import { and, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ListTable } from './order'
import type { Value } from './values'

/** Stands for itself in a `like`. */
export interface Term<Text> {
  whole: Text
  /** What of it the index is asked for; all of it unless said. */
  part?: Text
}

/** What is searched for: every word, in one of its spellings; or the phone. */
export interface SearchTerms<Text = Value<string>> {
  words: Term<Text>[][]
  phone: Term<Text> | null
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
  /** Whose texts are searched. */
  searched: SearchedTable
}

/** A table with a lower-cased column of all that it is searched for, which also holds the phone's bare digits. */
export type SearchedTable = ListTable & { search: AnyPgColumn }

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
    words: isPairs
      ? []
      : words.map((spellings) => spellings.map((typed) => ({ whole: escapeLike(typed) }))),
    phone: phone === null ? null : { whole: phone },
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

/** Searches a table. */
export function readSearch(searched: SearchedTable, terms: SearchTerms): Search {
  const { search: column } = searched
  const unindexed = sql`(${column} || '')`
  const hasWhole: HasTerm = ({ whole }) => contains(unindexed, whole)
  const findTerm: HasTerm = (term) =>
    term.part === undefined
      ? contains(column, term.whole)
      : sql`(${contains(column, term.part)} and ${hasWhole(term)})`
  return {
    condition: hasTerms(terms, findTerm),
    scanCondition: hasTerms(terms, hasWhole),
    isIndexed: terms.isIndexed,
    searched,
  }
}

type HasTerm = (term: Term<Value<string>>) => SQL

function hasTerms({ words, phone }: SearchTerms, has: HasTerm): SQL | undefined {
  const everyWord = and(...words.map((spellings) => or(...spellings.map(has))))
  return phone === null ? everyWord : or(everyWord, has(phone))
}

const contains = (text: AnyPgColumn | SQL, term: Value<string>) =>
  sql`${text} like '%' || lower(${term}) || '%'`
