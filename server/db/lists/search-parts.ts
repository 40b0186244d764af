import type { Placeholder } from 'drizzle-orm'
import type { Values } from '../kept-statement'
import { leaveOpen } from './values'

const prefix = 'part.'
const trigramLength = 3

/** Trigrams that so many rows have that looking for them in the index is of no use. */
export type CommonTrigrams = ReadonlySet<string>

/** A place for what of a word the index is asked for: all of it, until `chooseParts` knows better. */
export const leavePartOpen = (values: Values, name: string, text: string): Placeholder =>
  leaveOpen(values, prefix + name, text)

/** The values of a query, in which the index is asked for what is rare in each word. */
export function chooseParts(values: Values, common: CommonTrigrams): Values {
  const chosen = Object.entries(values).map(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'string'
      ? [name, rarePartsOf(value, common)]
      : [name, value],
  )
  return Object.fromEntries(chosen)
}

/**
 * A pattern for `like` of all in a word that has no common trigram, which every text with the word matches; the
 * word itself when nothing in it is rare. Of ASCII letters and digits only: in these, a trigram is three
 * characters to Postgres.
 */
export function rarePartsOf(word: string, common: CommonTrigrams): string {
  const runs = Array.from(word.matchAll(/[a-z\d]{3,}/gi), ([run]) => run)
  return runs.flatMap((run) => cutAtCommon(run, common)).join('%') || word
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
