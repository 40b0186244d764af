import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { defaultBrand } from './brand'
import { normalizeLine } from './text'

/** The owner of a password; unknown fields are empty. */
export interface PasswordOwner {
  email: string
  firstName: string
  lastName: string
}

/**
 * Allows eight random characters (10 to the power of 8, as the estimator counts them), and refuses a
 * word with a year and a mark.
 */
const fewestGuesses = 1e8

/** No list goes so far, and no one tries all the ways to get there. */
const longestGuessed = 64

/** The work grows with the cube of it: at 256, the library's own limit, someone could ask for seconds. */
const longestJudged = 40

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: longestJudged,
  l33tMaxSubstitutions: 20,
})

const shortestWord = 3
const brandWords = wordsIn(`${defaultBrand.programName} ${defaultBrand.portalName}`)
/** Usual choices of people who must choose a new one every three months. */
const wordsToAddTo = wordsIn(`password welcome spring summer autumn fall winter
  january february march april may june july august september october november december`)
/** A year and a mark: what they add to it. */
const longestAddition = 5

/**
 * Whether a password is too easy to guess for its owner. The one verdict: the form says it while the
 * password is typed, the server when it is sent.
 */
export function isCommonPassword(password: string, owner: PasswordOwner): boolean {
  const email = owner.email.trim().toLowerCase()
  const [localPart = ''] = email.split('@')
  const names = normalizeLine(`${owner.firstName} ${owner.lastName}`)
  const words = [...new Set([...brandWords, localPart, ...wordsIn(localPart), ...wordsIn(names)])]
  const lowered = password.toLowerCase()
  if (lowered === email || lowered === localPart) return true
  if (password.length > longestGuessed) return false
  if (isMadeOf(lowered, [...words, ...wordsToAddTo])) return true
  const known = [email, ...words].filter(({ length }) => length <= longestJudged)
  const { guesses } = estimator.check(password, known)
  // Written this way because the library's estimate is NaN for some words.
  return !(guesses >= fewestGuesses)
}

/** The estimator takes each further word for ten thousand guesses, even the owner's own. */
function isMadeOf(lowered: string, words: readonly string[]): boolean {
  // The longest first: a word may be part of another.
  const longestFirst = words
    .filter(({ length }) => length >= shortestWord)
    .toSorted((left, right) => right.length - left.length)
  const rest = longestFirst.reduce((left, word) => left.replaceAll(word, ''), lowered)
  return rest !== lowered && rest.replace(/[\W\d_]/g, '') === '' && rest.length <= longestAddition
}

function wordsIn(text: string): string[] {
  const words = text.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
  return words.filter(({ length }) => length >= shortestWord)
}
