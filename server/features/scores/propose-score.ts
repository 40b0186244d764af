import type { FoundScore } from '@shared/scores'
import { foldName } from '@shared/text'
import { isSamePerson } from './compare-names'

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
