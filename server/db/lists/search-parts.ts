import type { SearchTerms, Term } from './search'

const trigramLength = 3
/** A part that every text has: Postgres reads no list of its index for it, as long as there is another. */
const nothing = ''

/** Trigrams that so many rows have that looking for them in the index is of no use. */
export type CommonTrigrams = ReadonlySet<string>

/**
 * The same terms, of which the index is asked for what is rare: for all of a word when nothing in it is, unless
 * another word has something rare.
 */
export function chooseParts(
  { words, phone, isIndexed }: SearchTerms<string>,
  common: CommonTrigrams,
): SearchTerms<string> {
  const rareIn = ({ whole }: Term<string>) => rarePartsOf(whole, common)
  const isSelective = words.some((spellings) => spellings.every(rareIn))
  return {
    isIndexed,
    phone: phone && { ...phone, part: rareIn(phone) || phone.whole },
    words: words.map((spellings) => {
      // Beside an alternative that asks for nothing, the other one would be of no use.
      const instead = isSelective && spellings.length === 1 ? nothing : null
      return spellings.map((term) => ({ ...term, part: rareIn(term) || (instead ?? term.whole) }))
    }),
  }
}

/**
 * A pattern for `like` of all in a word that has no common trigram, which every text with the word matches; empty
 * when nothing in it is rare. Of ASCII letters and digits only: in these, a trigram is three characters to Postgres.
 */
export function rarePartsOf(word: string, common: CommonTrigrams): string {
  const runs = Array.from(word.matchAll(/[a-z\d]{3,}/gi), ([run]) => run)
  return runs.flatMap((run) => cutAtCommon(run, common)).join('%')
}

/** The pieces of a run that have a trigram, and no common one. None begins before the end of the last. */
function cutAtCommon(run: string, common: CommonTrigrams): string[] {
  const pieces: string[] = []
  let start = 0
  for (let end = trigramLength; end <= run.length; end += 1) {
    if (!common.has(run.slice(end - trigramLength, end).toLowerCase())) continue
    pieces.push(run.slice(start, end - 1))
    start = end - 1
  }
  pieces.push(run.slice(start))
  return pieces.filter((piece) => piece.length >= trigramLength)
}
