import type { Absence, MatchEnd, Side } from '@shared/matches'
import { leadHours } from '@shared/meeting-time'
import { countCancellation, hasCanceledOften, restartCancellations } from './cancellations'
import type { MatchRow } from './queries'
import type { Changes } from './write-match'

/** A change of a match. The administrator can record a no that they were told, and never a yes. */
export type Step =
  | {
      kind: 'times'
      side: Side
      times: readonly Date[]
      note: string
      /** Null: not known. */
      zone: string | null
      isRecordingAllowed?: boolean
    }
  | { kind: 'answer'; side: Side; answer: 'accepted' | 'declined' }
  | { kind: 'offer-times'; times: readonly Date[]; missing?: Absence | undefined }
  | { kind: 'book'; time: Date; missing?: Absence | undefined }
  | { kind: 'met' }
  | { kind: 'end'; because: MatchEnd }

export type Next =
  /** `starts`: when a meeting may be booked, the earliest that is free; without one free, only `changes`. */
  | { outcome: 'moved'; changes: Changes; starts: readonly Date[] }
  /** A repeated step. */
  | { outcome: 'same' }
  /** 400, about the times that were sent. */
  | { outcome: 'wrong-times'; problem: string }
  /** 409. */
  | { outcome: 'refused'; problem: string }

const leadMs = leadHours * 3_600_000

export const sideOf = (match: MatchRow, side: Side) => ({
  times: match[`${side}Times`],
  note: match[`${side}Note`],
  zone: match[`${side}Zone`],
  answer: match[`${side}Answer`],
  askedAt: match[`${side}AskedAt`],
})

export const otherSide = (side: Side): Side => (side === 'partner' ? 'entrepreneur' : 'partner')

export const isOpen = ({ state }: Pick<MatchRow, 'state'>): boolean =>
  state !== 'succeeded' && state !== 'ended'

/** The times that can still be booked. */
export const timesAhead = (times: readonly Date[], now: Date): Date[] =>
  times.filter((time) => time.getTime() >= now.getTime() + leadMs)

/** When both can, earliest first. */
function sharedTimes(
  { partnerTimes, entrepreneurTimes }: Pick<MatchRow, 'partnerTimes' | 'entrepreneurTimes'>,
  now: Date,
): Date[] {
  const theirs = new Set((entrepreneurTimes ?? []).map(Number))
  return timesAhead(partnerTimes ?? [], now)
    .filter((time) => theirs.has(Number(time)))
    .toSorted((left, right) => Number(left) - Number(right))
}

const notBooked = { startsAt: null, endsAt: null, bookedAt: null }
const noAnswers = {
  partnerTimes: null,
  entrepreneurTimes: null,
  partnerNote: null,
  entrepreneurNote: null,
}

const askedAt = (now: Date) => ({ partnerAskedAt: now, entrepreneurAskedAt: now })

const moved = (changes: Changes, starts: readonly Date[] = []): Next => ({
  outcome: 'moved',
  changes,
  starts,
})
const refused = (problem: string): Next => ({ outcome: 'refused', problem })

const isOver = 'This introduction is over.'

/** Every transition of a match. Whether people may still meet, and whether a time is free, is checked elsewhere. */
export function nextMatch(match: MatchRow, step: Step, now: Date): Next {
  switch (step.kind) {
    case 'times':
      return giveTimes(match, step, now)
    case 'answer':
      return answer(match, step)
    case 'offer-times':
      return offerTimes(match, step, now)
    case 'book':
      return book(match, step, now)
    case 'met':
      if (match.state === 'met') return { outcome: 'same' }
      return (
        refuseUnlessBegun(match, now) ??
        moved({ ...askedAt(now), state: 'met', partnerAnswer: null, entrepreneurAnswer: null })
      )
    default:
      return end(match, step.because)
  }
}

function giveTimes(match: MatchRow, step: Step & { kind: 'times' }, now: Date): Next {
  const { side, times, isRecordingAllowed } = step
  const given = sideOf(match, side)
  const isSame = areSame(given.times, times)
  const recording =
    isRecordingAllowed === undefined || isRecordingAllowed === match.recordsEntrepreneur
      ? {}
      : { recordsEntrepreneur: isRecordingAllowed }
  const isRecordingNews = Object.keys(recording).length > 0
  if (isSame && given.note === (step.note || null) && !isRecordingNews) return { outcome: 'same' }
  const said = { ...timesOf(step), ...recording }
  if (match.state === 'booked') {
    // Whether it is recorded can be changed at any time.
    if (isSame && isRecordingNews) return moved(recording)
    if (times.length > 0) return refused('Your meeting is already booked.')
    if (hasBegun(match, now)) return refused('The meeting has begun, so its time can’t be changed.')
    return moved({ ...said, ...countCancellation(match, side), ...notBooked, state: 'arranging' })
  }
  if (match.state !== 'arranging') return refused(isOpen(match) ? 'You’ve already met.' : isOver)
  if (times.length > 0 && hasCanceledOften(match, side)) {
    return refused(
      'You’ve canceled three meetings, so we’ll contact you to find a time that works.',
    )
  }
  const offered = new Set(match.offeredTimes.map(Number))
  if (!times.every((time) => offered.has(Number(time)))) {
    const problem = 'Please choose from the times that are offered.'
    return { outcome: 'wrong-times', problem }
  }
  if (times.length > 0 && timesAhead(times, now).length === 0) {
    return refused('These times have passed. We’ll send you new ones.')
  }
  return moved(said, sharedTimes({ ...match, ...said }, now))
}

const timesOf = ({ side, times, note, zone }: Step & { kind: 'times' }): Changes => ({
  [`${side}Times`]: [...times],
  [`${side}Note`]: note || null,
  [`${side}Zone`]: zone,
})

function answer(match: MatchRow, { side, answer: given }: Step & { kind: 'answer' }): Next {
  const because = `${side}-declined` as const
  const said = { [`${side}Answer`]: given }
  if (sideOf(match, side).answer === given) return { outcome: 'same' }
  if (given === 'declined' && match.endedBecause === because) return { outcome: 'same' }
  if (!isOpen(match)) return refused(isOver)
  if (given === 'declined') return moved({ ...said, state: 'ended', endedBecause: because })
  if (match.state !== 'met') return refused('You can accept once you’ve met.')
  const isSecond = sideOf(match, otherSide(side)).answer === 'accepted'
  return moved({ ...said, state: isSecond ? 'succeeded' : 'met' })
}

function offerTimes(match: MatchRow, step: Step & { kind: 'offer-times' }, now: Date): Next {
  const { times, missing } = step
  const problem = refuseOffer(match, times, missing !== undefined, now)
  if (problem) return problem
  return moved({
    ...noAnswers,
    ...notBooked,
    ...askedAt(now),
    ...restartCancellations(match),
    state: 'arranging',
    offeredTimes: [...times],
  })
}

function book(match: MatchRow, { time, missing }: Step & { kind: 'book' }, now: Date): Next {
  const problem = refuseOffer(match, [time], missing !== undefined, now)
  if (problem) return problem
  const all = [time]
  return moved(
    {
      ...notBooked,
      ...restartCancellations(match),
      state: 'arranging',
      offeredTimes: all,
      partnerTimes: all,
      entrepreneurTimes: all,
      partnerNote: null,
      entrepreneurNote: null,
    },
    all,
  )
}

/** A meeting that has begun took place, or someone was missing: it is said before there are new times. */
function refuseOffer(
  match: MatchRow,
  times: readonly Date[],
  wasMissed: boolean,
  now: Date,
): Next | null {
  if (wasMissed) {
    const early = refuseUnlessBegun(match, now)
    if (early) return early
  } else {
    if (match.state !== 'arranging' && match.state !== 'booked') {
      return refused(isOpen(match) ? 'They’ve already met.' : isOver)
    }
    if (hasBegun(match, now)) return refused('Please record whether the meeting took place first.')
  }
  if (timesAhead(times, now).length === times.length) return null
  return { outcome: 'wrong-times', problem: tooSoon }
}

export const tooSoon = `Please choose times that are at least ${leadHours} hours away.`

function refuseUnlessBegun(match: MatchRow, now: Date): Next | null {
  if (match.state !== 'booked') return refused('No meeting is booked.')
  return hasBegun(match, now) ? null : refused('The meeting hasn’t begun yet.')
}

const hasBegun = ({ startsAt }: MatchRow, now: Date) => startsAt !== null && startsAt <= now

function end(match: MatchRow, because: MatchEnd): Next {
  if (match.state === 'ended') {
    return match.endedBecause === because ? { outcome: 'same' } : refused(isOver)
  }
  if (match.state === 'succeeded' && because !== 'withdrawn') {
    return refused('Both have already accepted. You can only end this match yourself.')
  }
  return moved({ state: 'ended', endedBecause: because })
}

function areSame(said: readonly Date[] | null, times: readonly Date[]): boolean {
  if (said === null || said.length !== times.length) return false
  const known = new Set(said.map(Number))
  return times.every((time) => known.has(Number(time)))
}
