import { all, type Bind } from '../sql-text'

export interface Term {
  /** As typed. */
  whole: string
  /** A pattern for `like` of what the index is asked for; unless given, it is asked for all of the term. */
  part?: string | null
  /** Compared by its digits. */
  isPhone?: boolean
}

/** Every word must be found, in one of its spellings; or the phone. */
export interface SearchTerms {
  words: Term[][]
  phone: Term | null
  /** False when no word has a trigram, so that every row would have to be looked at. */
  isIndexed: boolean
  /** Whether it is a single word that many of the newest rows have. */
  isFrequent?: boolean
}

export const isEmpty = ({ words, phone }: SearchTerms): boolean => words.length === 0 && !phone

/** By the trigram index; or in a form that cannot use it, for scanning rows one by one. */
export type SearchWay = 'index' | 'scan'

const phoneCharacters = /^[\p{Nd}\s().+/\p{Pd}]+$/u
const minPhoneDigits = 3
const apostrophes = /['’‘`´]/g
/** With less than three letters or digits in a row, a word may hold no trigram. */
const trigram = /[\p{L}\p{N}]{3}/u

/**
 * Reads what was typed into a search. Every word must occur; three or more digits also match a phone
 * written in any format.
 */
export function parseSearch(text: string): SearchTerms {
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

/** Whether the index can be asked for a word. */
export const haveTrigrams = (spellings: Term[]) =>
  spellings.every(({ whole, isPhone }) => isPhone || trigram.test(whole.replace(apostrophes, '')))

/** As typed, and by its digits, unless those of the whole phone are looked for anyway. */
function listSpellings(word: string, isPartOfPhone: boolean): Term[] {
  const typed = { whole: word }
  return isPartOfPhone || !looksLikePhone(word) ? [typed] : [typed, { ...typed, isPhone: true }]
}

const looksLikePhone = (text: string) =>
  phoneCharacters.test(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= minPhoneDigits

/**
 * The rows of a table that have these terms. Its column `search` is folded, holds all that the table is searched for,
 * and the phone's bare digits as well.
 */
export function searchCondition(
  table: string,
  { words, phone }: SearchTerms,
  bind: Bind,
  way: SearchWay,
): string {
  const has = (term: Term): string => {
    const pattern = patternOf(term, bind)
    const hasWhole = `(${table}.search || '') like ${pattern}`
    if (way === 'scan') return hasWhole
    const part = `'%' || ${bind(term.part ?? null)}::text || '%'`
    return `(${table}.search like coalesce(${part}, ${pattern}) and ${hasWhole})`
  }
  const everyWord = all(words.map((spellings) => `(${spellings.map(has).join(' or ')})`))
  if (!phone) return everyWord
  return words.length > 0 ? `((${everyWord}) or ${has(phone)})` : has(phone)
}

/** `(select …)` makes Postgres compute the pattern once per statement. The characters %, _ and \ of LIKE are escaped. */
const patternOf = ({ whole, isPhone }: Term, bind: Bind): string =>
  isPhone
    ? `(select '%' || phone_digits(${bind(whole)}::text) || '%')`
    : String.raw`(select '%' || regexp_replace(fold(${bind(whole)}::text), '([\\%_])', '\\\1', 'g') || '%')`
