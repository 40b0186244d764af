import { all, runText, type Bind } from '../sql-text'
import { isEmpty, parseSearch, type SearchTerms } from './search'
import type { OpenPage } from './search-rows'
import { unlessTooSlow, type ListDatabases } from './searches'
import { chooseParts, countCandidates, findTrigramCounts, isJudged } from './selective-terms'

/** How long an answer without rows may be kept waiting. */
const nearMs = 250
/** Shorter words are one letter away from too many others. */
const lettersOfWord = /(?<!\p{L})\p{L}{4,20}(?!\p{L})/gu
const mostWords = 3
/** The most rows that the index may name for a spelling: a search tries dozens of spellings. */
const mostCandidates = 10_000

/**
 * A search that finds rows of this list, for one that finds none because a word of it has one letter too many, too few
 * or wrong, or two in the wrong order. Null when there is none, or none in time.
 */
export async function findNearSearch(
  { searches }: ListDatabases,
  page: OpenPage<unknown>,
  typed: string,
): Promise<string | null> {
  const isSearchable = page.list.searched === page.list.table
  if (!isSearchable || !typed.match(lettersOfWord)) return null
  const counts = findTrigramCounts(searches, page.list.table)
  const isRare = (spelling: string) =>
    !counts || !isJudged({ whole: spelling }) || countCandidates(counts, spelling) <= mostCandidates
  return unlessTooSlow(
    searches.transaction(async (tx) => {
      const [text] = await runText<{ folded: string }>(
        tx,
        (bind) => `select fold(${bind(typed)}::text) as folded,
          set_config('statement_timeout', '${nearMs}', true),
          -- Else Postgres would walk all rows, hoping to come across a few that match.
          set_config('enable_seqscan', 'off', true), set_config('enable_indexscan', 'off', true)`,
      )
      const suspects = listSuspects(text?.folded ?? '', isRare)
      if (suspects.length === 0) return null
      const [best] = await runText<{ near: string; suspect: number }>(tx, (bind) => {
        const found = suspects.map(({ others, patterns }, index) => {
          const terms = parseSearch(others)
          const chosen = counts ? chooseParts(terms, counts) : terms
          return selectNear(page, { index, terms: chosen, patterns }, bind)
        })
        return `select near, suspect from (${found.join(' union all ')}) found limit 1`
      })
      return best ? capitalize(suspects[best.suspect]?.replace(best.near) ?? '') : null
    }),
  )
}

/** The words that may be misspelled, each with the rest of the search, and patterns for what may be meant. */
const listSuspects = (text: string, isRare: (spelling: string) => boolean) =>
  Array.from(text.matchAll(lettersOfWord), ({ 0: letters, index: start }) => {
    const end = start + letters.length
    const wordStart = text.lastIndexOf(' ', start) + 1
    const nextSpace = text.indexOf(' ', end)
    const wordEnd = nextSpace === -1 ? text.length : nextSpace
    // Half an address may be followed by anything.
    const after = end === wordEnd ? ' ' : text.slice(end, wordEnd)
    return {
      others: text.slice(0, wordStart) + text.slice(wordEnd),
      patterns: listNear(Array.from(letters))
        .map((near) => ({ near, before: text.slice(wordStart, start), after }))
        .filter(({ near, before }) => isRare(` ${before}${near}${after}`)),
      replace: (near: string) => text.slice(0, start) + near + text.slice(end),
    }
  })
    .filter(({ patterns }) => patterns.length > 0)
    .slice(0, mostWords)

interface Suspect {
  index: number
  /** Of the other words. */
  terms: SearchTerms
  patterns: ReturnType<typeof listSuspects>[number]['patterns']
}

/** Each pattern is looked for in the trigram index by itself, which finds most of them nowhere right away. */
function selectNear(
  { list, filter }: OpenPage<unknown>,
  { index, terms, patterns }: Suspect,
  bind: Bind,
): string {
  const { table } = list
  const isFound = all([
    filter(bind),
    `(${table}.search like pattern or ${table}.search like '% ' || pattern)`,
    isEmpty(terms) ? undefined : list.search(terms, bind, 'index'),
  ])
  // At the start of the text, or after a space: `%` instead would take the start of the word from the index.
  const likes = patterns.map(
    ({ before, near, after }) => `${escape(before)}${near}${escape(after)}%`,
  )
  const words = patterns.map(
    ({ before, near, after }) =>
      `(?:^| )${escape(before)}(${near.replace('_', '[[:alpha:]]')})${escape(after)}`,
  )
  return `(select near, ${index} as suspect
    from unnest(${bind(likes)}::text[], ${bind(words)}::text[]) patterns (pattern, word)
    cross join lateral (
      select substring(${table}.search from word) as near from ${table} where ${isFound} limit 1
    ) rows where near is not null limit 1)`
}

/**
 * With two letters swapped, one left out, put in, or replaced. `_` is any letter: the fewer other letters there are, the
 * more of the index is read, and the first that is found ends the search.
 */
function listNear(letters: readonly string[]): string[] {
  const at = letters.map((letter, index) => ({
    letter,
    before: letters.slice(0, index).join(''),
    after: letters.slice(index + 1).join(''),
  }))
  return [
    ...at.map(({ before, letter, after }) => before + after.slice(0, 1) + letter + after.slice(1)),
    ...at.map(({ before, after }) => before + after),
    ...at.map(({ before, letter, after }) => `${before}_${letter}${after}`),
    `${letters.join('')}_`,
    ...at.map(({ before, after }) => `${before}_${after}`),
  ]
}

/** For patterns of `like` and regular expressions alike. */
const escape = (text: string) => text.replace(/[^\p{L}\p{N} ]/gu, String.raw`\$&`)

/** Names, as people write them; addresses stay as they are. */
const capitalize = (text: string) =>
  text.replace(/(?<=^|[\s-])\p{L}(?=[\p{L}-]*(?:\s|$))/gu, (letter) => letter.toUpperCase())
