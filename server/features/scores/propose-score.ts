import { lowScoreBelow, oldReportDays, type ScoreMark } from '@shared/score-marks'
import type { FoundScore } from '@shared/scores'
import { foldName } from '@shared/text'

interface Candidate extends FoundScore {
  fileId: number
  uploadedAt: Date
}

/**
 * The candidates that may be this person's: those in their name, or in none. Where every report is in one
 * other name they count all the same, and are marked: people marry. With several names none does.
 */
export function listTheirs<Found extends Candidate>(
  candidates: readonly Found[],
  person: { firstName: string; lastName: string },
): readonly Found[] {
  const theirs = candidates.filter(
    ({ nameOnReport }) => nameOnReport === null || isSamePerson(nameOnReport, person),
  )
  const names = new Set(candidates.map(({ nameOnReport }) => foldName(nameOnReport ?? '')))
  if (theirs.length > 0) return theirs
  return names.size === 1 ? candidates : []
}

/**
 * Which of the candidates is proposed: of the newest report, by the model that is used most; of several
 * bureaus the middle score, of two the lower, as lenders do.
 */
export function proposeScore<Found extends Candidate>(theirs: readonly Found[]): Found | null {
  const newest = best(theirs, (one) => dayOf(one))
  const preferred = best(newest, (one) => rankOf(one.model))
  const sorted = preferred.toSorted((one, other) => one.score - other.score)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}

/** All of those for which the number is highest. */
function best<Found>(candidates: readonly Found[], value: (one: Found) => number): Found[] {
  const highest = Math.max(...candidates.map(value))
  return candidates.filter((one) => value(one) === highest)
}

const dayOf = ({ reportDate, uploadedAt }: Candidate): number =>
  Date.parse(reportDate ?? uploadedAt.toISOString().slice(0, 10))

const order = [/^FICO Score 8$/, /^FICO Score/, /^VantageScore/, /^FICO/]

function rankOf(model: string | null): number {
  const rank = order.findIndex((pattern) => model !== null && pattern.test(model))
  return rank < 0 ? -order.length : -rank
}

interface Person {
  firstName: string
  lastName: string
}

const titles = new Set(
  'jr sr jnr snr ii iii iv v 2nd 3rd md phd dds esq cpa mr mrs ms miss dr prof'.split(' '),
)

/** Words that surnames begin with, and thousands of them share. */
const particles = new Set(
  'de del della di da do dos das du des la las los le van von der den dem ter ten zu zur af av al el bin ben ibn abu bint y e i und'.split(
    ' ',
  ),
)

/** Spelling without such letters, other than leaving out the dots: 'Mueller'. */
const spelledOut: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' }
const spellOut = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[äöüøå]/g, (letter) => spelledOut[letter] ?? letter)

/**
 * Whether a name on a report may well be this person's: a given name, or its initial, and one surname in
 * common. Case, accents, order, middle names, and suffixes make no difference.
 */
export function isSamePerson(nameOnReport: string, { firstName, lastName }: Person): boolean {
  const spellings: ((name: string) => string)[] = [(name) => name, spellOut]
  return spellings.some((own) =>
    spellings.some((other) =>
      isSame(readWords(other(nameOnReport)), {
        first: readWords(own(firstName)),
        last: readWords(own(lastName)),
      }),
    ),
  )
}

function isSame(onReport: string[], { first, last }: { first: string[]; last: string[] }): boolean {
  if (first.length === 0 || last.length === 0) return false
  const own = last.filter((word) => !particles.has(word))
  const surnames = own.length > 0 ? own : last
  const hasLast = surnames.some((word) => onReport.includes(word)) || hasJoined(onReport, last)
  const others = onReport.filter((word) => !last.includes(word))
  // 'Kim Kim' has nothing left over.
  const firsts = others.length > 0 ? others : onReport
  return hasLast && (isSameFirst(firsts, first) || hasJoined(firsts, first))
}

/** A word of both, or the initial that one of them begins with. */
function isSameFirst(onReport: string[], own: string[]): boolean {
  if (own.some((word) => onReport.includes(word))) return true
  const [one = '', other = ''] = [onReport[0], own[0]]
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length === 1 && long.startsWith(short)
}

/** 'De la Cruz' may be written in one word, 'McAdam' in two. */
const hasJoined = (words: string[], name: string[]): boolean =>
  words.some((_, start) =>
    words.some((__, end) => words.slice(start, end + 1).join('') === name.join('')),
  )

const readWords = (name: string): string[] =>
  foldName(name)
    .split(' ')
    .filter((word) => word !== '' && !titles.has(word))

const dayMs = 24 * 60 * 60 * 1000

interface Marked {
  score: number
  nameOnReport: string | null
  isNameUnread?: boolean | undefined
  reportDate: string | null
  /** Counts where the report has no date. */
  uploadedAt: Date | null
}

/** Marks of this person's score, which block nothing. */
export function findMarks(
  marked: Marked,
  person: { firstName: string; lastName: string },
  now = Date.now(),
): ScoreMark[] {
  const { score, nameOnReport, isNameUnread, reportDate, uploadedAt } = marked
  const marks: ScoreMark[] = []
  if (score < lowScoreBelow) marks.push('low')
  if (nameOnReport !== null && !isSamePerson(nameOnReport, person)) marks.push('name-differs')
  if (isNameUnread) marks.push('name-unread')
  const day = reportDate ? Date.parse(reportDate) : uploadedAt?.getTime()
  if (day !== undefined && now - day > (oldReportDays + 1) * dayMs) marks.push('old')
  return marks
}
