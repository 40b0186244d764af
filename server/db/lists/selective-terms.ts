import type { Database } from '../client'
import { runText } from '../sql-text'
import { haveTrigrams, type SearchTerms, type Term } from './search'

const trigramLength = 3
/** The index is of no use for a trigram that more rows of the sample have: more than two in a hundred. */
const commonRows = 20

const sampleRows = 1_000
/** Read of each row: messages are long. */
const sampleCharacters = 300
/** A trigram that no more rows of the sample have is rare in any table, and not counted. */
const rareRows = 2
const keptMs = 10 * 60_000
const retryMs = 30_000

/** The index may name so many rows that have to be read, as Postgres reads 100,000 in a tenth of a second. */
const mostCandidates = 100_000

interface TableCounts {
  /** How many of the table's newest rows have a trigram; without rare ones. */
  trigrams: ReadonlyMap<string, number>
  /** About how many rows the table has. */
  tableRows: number
}

interface Sample {
  counts: TableCounts | null
  dueAt: number
}

const samples = new WeakMap<Database, Map<string, Sample>>()

/** Terms with the parts that are selective in this table, once the table's counts are known. */
export function pickSelectiveTerms(
  searches: Database,
  table: string,
  terms: SearchTerms,
): SearchTerms {
  const counts = findTrigramCounts(searches, table)
  return counts ? chooseParts(terms, counts) : terms
}

/**
 * How many of a table's newest rows have a trigram, counted again every ten minutes, in the background; null before the
 * first count.
 */
export function findTrigramCounts(searches: Database, table: string): TableCounts | null {
  const ofDatabase = samples.get(searches) ?? new Map<string, Sample>()
  const sample = ofDatabase.get(table) ?? { counts: null, dueAt: 0 }
  samples.set(searches, ofDatabase.set(table, sample))
  if (Date.now() >= sample.dueAt) {
    sample.dueAt = Date.now() + keptMs
    countTrigrams(searches, table).then(
      (counts) => (sample.counts = counts),
      // Ignored: the search reports the error.
      () => (sample.dueAt = Date.now() + retryMs),
    )
  }
  return sample.counts
}

async function countTrigrams(searches: Database, table: string): Promise<TableCounts> {
  const found = await runText<{ trigram: string; rows: number; tableRows: number }>(
    searches,
    () => `select trigram, count(*)::int as rows,
        (select reltuples::float8 from pg_class where oid = '${table}'::regclass) as "tableRows" from (
        select unnest(show_trgm(left(newest.search, ${sampleCharacters}))) as trigram
        from (select search from ${table} order by id desc limit ${sampleRows}) newest
      ) trigrams
      group by trigram having count(*) > ${rareRows}`,
  )
  const trigrams = new Map(found.map(({ trigram, rows }) => [trigram, rows]))
  return { trigrams, tableRows: found[0]?.tableRows ?? 0 }
}

/**
 * Terms with what the index is asked for: of each word the parts without a common trigram. When everything in a word is
 * common, that is nothing next to a word that hardly any row has, the least common trigram next to other words, and
 * otherwise all of the word. A word that is too short for the index leaves all rows with the others to be read one by
 * one: when these are too many, the index isn't asked.
 */
export function chooseParts(
  { words, phone, isIndexed }: SearchTerms,
  counts: TableCounts,
): SearchTerms {
  const { trigrams } = counts
  const countOf = (trigram: string) => trigrams.get(trigram) ?? 0
  const isCommon = (trigram: string) => countOf(trigram) > commonRows
  const partsOf = (term: Term) => partsWithout(isCommon, lettersOf(term))
  const rarestOf = (term: Term) =>
    listTrigrams(lettersOf(term)).toSorted((one, other) => countOf(one) - countOf(other))[0]
  const isRare = ({ whole }: Term) => partsWithout((trigram) => trigrams.has(trigram), whole) !== ''
  const isSelective = words.some((spellings) => spellings.every(isRare))
  const isFrequent = (term: Term) => isJudged(term) && partsOf(term) === ''
  const candidates = words.flat().map((term) => countCandidates(counts, lettersOf(term)))
  const isTooShort =
    !words.every(haveTrigrams) &&
    words.flat().every(isFrequent) &&
    Math.min(...candidates) > mostCandidates
  return {
    isIndexed: isIndexed && !isTooShort,
    isFrequent: !phone && words.length === 1 && words.flat().every(isFrequent),
    phone: phone && { ...phone, part: partsOf(phone) || null },
    words: words.map((spellings) => {
      // An empty part is in every text: Postgres reads no list of its index for it, as long as there is another part.
      // Next to an alternative that asks for nothing, the other one would be of no use.
      const isLeftOut = isSelective && spellings.length === 1 && spellings.every(isJudged)
      return spellings.map((term) => {
        const rarest = words.length > 1 && isJudged(term) && !term.isPhone && rarestOf(term)
        return { ...term, part: partsOf(term) || (isLeftOut ? '' : rarest || null) }
      })
    }),
  }
}

/** About how many rows the index names for a text: those with its rarest trigram, or all when it has none. */
export function countCandidates({ trigrams, tableRows }: TableCounts, text: string): number {
  const shares = listTrigrams(text).map((trigram) => (trigrams.get(trigram) ?? 0) / sampleRows)
  return Math.min(1, ...shares) * tableRows
}

/** How common other letters are is not known. */
export const isJudged = ({ whole }: Pick<Term, 'whole'>) => /^\p{ASCII}*$/u.test(whole)

/** The digits of a phone that `phone_digits` leaves as they are; none of one that it may cut. */
function lettersOf({ whole, isPhone }: Term): string {
  if (!isPhone) return whole
  const digits = whole.replaceAll(/\D/g, '')
  return isJudged({ whole }) && !whole.includes('+') && digits.length <= 10 ? digits : ''
}

/** Of letters that Postgres makes trigrams of; a space is the boundary of a word. */
const listRuns = (text: string) =>
  Array.from(text.matchAll(/[a-z\d ]{3,}/gi), ([run]) => run.toLowerCase())

const listTrigrams = (word: string) =>
  listRuns(word).flatMap((run) =>
    Array.from({ length: run.length - trigramLength + 1 }, (_, at) =>
      run.slice(at, at + trigramLength),
    ),
  )

/**
 * A pattern for `like` of all in a word that has none of these trigrams, which every text with the word matches; empty
 * when nothing is left. Of ASCII letters and digits only: in these, a trigram is three characters to Postgres.
 */
export function partsWithout(isLeftOut: (trigram: string) => boolean, word: string): string {
  return listRuns(word)
    .flatMap((run) => cutAt(isLeftOut, run))
    .join('%')
}

/** The pieces of a run that have a trigram, and none to leave out. None begins before the end of the last. */
function cutAt(isLeftOut: (trigram: string) => boolean, run: string): string[] {
  const pieces: string[] = []
  let start = 0
  for (let end = trigramLength; end <= run.length; end += 1) {
    if (!isLeftOut(run.slice(end - trigramLength, end))) continue
    pieces.push(run.slice(start, end - 1))
    start = end - 1
  }
  pieces.push(run.slice(start))
  return pieces.filter((piece) => piece.length >= trigramLength)
}
