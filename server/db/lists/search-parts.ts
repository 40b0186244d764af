import type { SearchTerms, Term } from './search'

const trigramLength = 3
/** A part that every text has: Postgres reads no list of its index for it, as long as there is another. */
const nothing = ''

/** Of the sample: what more rows have, more than two in a hundred, the index is of no use for. */
const commonRows = 20

/** How many of a table's newest rows have a trigram; of what hardly any has, nothing. */
export type TrigramCounts = ReadonlyMap<string, number>

/**
 * The same terms, of which the index is asked for what is not common: for all of a word when everything in it is,
 * unless another word has something that hardly any row has.
 */
export function chooseParts(
  { words, phone, isIndexed }: SearchTerms<string>,
  counts: TrigramCounts,
): SearchTerms<string> {
  const isCommon = (trigram: string) => (counts.get(trigram) ?? 0) > commonRows
  const partsOf = ({ whole }: Term<string>) => partsWithout(isCommon, whole)
  const isRare = ({ whole }: Term<string>) =>
    partsWithout((trigram) => counts.has(trigram), whole) !== nothing
  const isSelective = words.some((spellings) => spellings.every(isRare))
  return {
    isIndexed,
    phone,
    words: words.map((spellings) => {
      // Beside an alternative that asks for nothing, the other one would be of no use.
      const isLeftOut = isSelective && spellings.length === 1 && spellings.every(isJudged)
      return spellings.map((term) => {
        if (term.isPhone) return term
        return { ...term, part: partsOf(term) || (isLeftOut ? nothing : null) }
      })
    }),
  }
}

/** Of other letters it is not known how common they are. */
const isJudged = ({ whole }: Term<string>) => /^\p{ASCII}*$/u.test(whole)

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
