import { and, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ListTable } from './order'
import type { Value } from './values'

export interface Term<Text> {
  /** As typed. */
  whole: Text
  /** A pattern for `like` of what the index is asked for; unless given, it is asked for all of the term. */
  part?: Text | null
  /** Compared by its digits. */
  isPhone?: boolean
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

/** A table with a folded column of all that it is searched for, which also holds the phone's bare digits. */
export type SearchedTable = ListTable & { search: AnyPgColumn }

const phoneCharacters = /^[\p{Nd}\s().+/\p{Pd}]+$/u
const minPhoneDigits = 3
const apostrophes = /['’‘`´]/g
/** With less than three letters or digits in a row, a word may hold no trigram. */
const trigram = /[\p{L}\p{N}]{3}/u

/**
 * Reads what was typed into a search. Every word must occur; three or more digits also match a phone
 * written in any format.
 */
export function parseSearch(text: string): SearchTerms<string> {
  const isPhone = looksLikePhone(text)
  const words = text
    .split(/[\s,;،、，]+/)
    .filter(Boolean)
    .map((word) => listSpellings(word, isPhone))
  const isIndexed = words.length === 0 || words.some(haveTrigrams)
  // A phone number typed in pairs of digits. No index finds the pairs, so it is only searched as a phone
  // number.
  const isPairs = isPhone && words.length > 1 && !isIndexed
  return {
    words: isPairs ? [] : words,
    phone: isPhone ? { whole: text, isPhone } : null,
    isIndexed: isIndexed || isPairs,
  }
}

const haveTrigrams = (spellings: Term<string>[]) =>
  spellings.every(({ whole, isPhone }) => isPhone || trigram.test(whole.replace(apostrophes, '')))

/** As typed, and by its digits, unless those of the whole phone are looked for anyway. */
function listSpellings(word: string, isPartOfPhone: boolean): Term<string>[] {
  const typed = { whole: word }
  return isPartOfPhone || !looksLikePhone(word) ? [typed] : [typed, { ...typed, isPhone: true }]
}

const looksLikePhone = (text: string) =>
  phoneCharacters.test(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= minPhoneDigits

/** Searches a table. */
export function readSearch(searched: SearchedTable, terms: SearchTerms): Search {
  const { search: column } = searched
  const unindexed = sql`(${column} || '')`
  const hasWhole: HasTerm = (term) => sql`${unindexed} like ${patternOf(term)}`
  const findTerm: HasTerm = (term) =>
    term.part === undefined
      ? sql`${column} like ${patternOf(term)}`
      : sql`(${column} like coalesce('%' || ${term.part}::text || '%', ${patternOf(term)})
          and ${hasWhole(term)})`
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

/** A subselect is evaluated once for a statement, not once for a row. What folding makes of a text is escaped. */
const patternOf = ({ whole, isPhone }: Term<Value<string>>) =>
  isPhone
    ? sql`(select '%' || phone_digits(${whole}) || '%')`
    : sql`(select '%' || regexp_replace(fold(${whole}), '([\\\\%_])', '\\\\\\1', 'g') || '%')`
