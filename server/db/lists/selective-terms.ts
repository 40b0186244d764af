import type { Database } from '../client'
import { runText } from '../sql-text'
import type { SearchTerms, Term } from './search'

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

/** How many of a table's newest rows have a trigram; without rare ones. */
type TrigramCounts = ReadonlyMap<string, number>

interface Sample {
  counts: TrigramCounts | null
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
export function findTrigramCounts(searches: Database, table: string): TrigramCounts | null {
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

async function countTrigrams(searches: Database, table: string): Promise<TrigramCounts> {
  const found = await runText<{ trigram: string; rows: number }>(
    searches,
    () => `select trigram, count(*)::int as rows from (
        select unnest(show_trgm(left(newest.search, ${sampleCharacters}))) as trigram
        from (select search from ${table} order by id desc limit ${sampleRows}) newest
      ) trigrams
      group by trigram having count(*) > ${rareRows}`,
  )
  return new Map(found.map(({ trigram, rows }) => [trigram, rows]))
}

/**
 * Terms whose common trigrams the index is not asked for: for all of a word when everything in it is,
 * unless another word has something that hardly any row has.
 */
export function chooseParts(
  { words, phone, isIndexed }: SearchTerms,
  counts: TrigramCounts,
): SearchTerms {
  const isCommon = (trigram: string) => (counts.get(trigram) ?? 0) > commonRows
  const partsOf = ({ whole }: Term) => partsWithout(isCommon, whole)
  const isRare = ({ whole }: Term) => partsWithout((trigram) => counts.has(trigram), whole) !== ''
  const isSelective = words.some((spellings) => spellings.every(isRare))
  const isFrequent = ({ whole }: Term) => isJudged({ whole }) && partsOf({ whole }) === ''
  return {
    isIndexed,
    isFrequent: !phone && words.length === 1 && words.flat().every(isFrequent),
    phone,
    words: words.map((spellings) => {
      // An empty part is in every text: Postgres reads no list of its index for it, as long as there is another part.
      // Next to an alternative that asks for nothing, the other one would be of no use.
      const isLeftOut = isSelective && spellings.length === 1 && spellings.every(isJudged)
      return spellings.map((term) => {
        if (term.isPhone) return term
        return { ...term, part: partsOf(term) || (isLeftOut ? '' : null) }
      })
    }),
  }
}

/** How common other letters are is not known. */
const isJudged = ({ whole }: Term) => /^\p{ASCII}*$/u.test(whole)

/**
 * A pattern for `like` of all in a word that has none of these trigrams, which every text with the word matches; empty
 * when nothing is left. Of ASCII letters and digits only: in these, a trigram is three characters to Postgres.
 */
export function partsWithout(isLeftOut: (trigram: string) => boolean, word: string): string {
  const runs = Array.from(word.matchAll(/[a-z\d]{3,}/gi), ([run]) => run.toLowerCase())
  return runs.flatMap((run) => cutAt(isLeftOut, run)).join('%')
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
