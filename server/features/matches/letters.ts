import { addBusinessDays } from '@shared/business-days'
import { sides, type Side } from '@shared/matches'
import type { MeetingLetterId } from '../mail/meeting-letters'
import type { Invite } from '../mail/queue-mail'
import { newTimesFor } from './need-of'
import { otherSide, timesAhead } from './next-match'
import type { MatchRow } from './queries'
import { remindHost } from './remind-host'
import type { Meeting } from './write-invite'

export interface MatchChange {
  /** Null: the match is new. */
  before: MatchRow | null
  after: MatchRow
  by: Side | 'administrator' | 'portal'
  /** The administrator's last step was undone. */
  isUndo?: boolean
  /** No step at all, but something about one of its readers has changed. */
  reader?: ReaderChange
}

/** 'details': what letters say of someone. 'zone': the clock they read. 'erased': their account goes with all letters. */
export interface ReaderChange {
  side: Side
  what: 'email' | 'details' | 'zone' | 'erased'
}

const readers = [...sides, 'host'] as const
export type Reader = (typeof readers)[number]

/** The news that someone has of a match by the letters that have left. */
export interface Delivered {
  /** The meeting that their calendar shows. */
  meeting: Meeting | null
  /** The meetings that calendars of addresses show which are no longer theirs. */
  elsewhere: readonly { address: string; meeting: Meeting }[]
  /** Whether a letter about the undone step was sent. */
  hasHeard: boolean
  /** The newest letter about another step was never sent, so the next one repeats its news. */
  lastNewsUnsent: boolean
  /** Letters were written, but none was sent. */
  nothingSent: boolean
  /** They got so many today that one more confirmation says nothing new. */
  hadMany: boolean
}

export interface MatchLetter {
  to: Reader
  /** Where that is not the one that they have now. */
  address?: string
  letter: MeetingLetterId
  meeting?: Meeting | undefined
  method?: Invite['method'] | undefined
  times?: Date[] | undefined
  /** For a reminder: when to send it. */
  at?: Date
  /** The first paragraph. */
  leads: readonly Lead[]
}

/** 'correction': the letter before was a mistake. 'moved', 'missed': the outcome of the meeting before. */
export type Lead =
  { kind: 'correction' } | { kind: 'by-link' } | { kind: 'moved' | 'missed'; from: Date }

const hourMs = 3_600_000
/** A reminder goes out the day before a meeting, unless it was booked so shortly before that the booking is one. */
const reminderHours = 24
const shortlyHours = 36

/**
 * Whose letters a step concerns: those that wait no longer apply, and new ones may be due. An answer that moves
 * nothing leaves the other's alone.
 */
export function concerned(change: MatchChange): readonly Reader[] {
  const all = affected(change)
  return change.after.entrepreneurId === null ? all.filter((to) => to !== 'entrepreneur') : all
}

function affected(change: MatchChange): readonly Reader[] {
  const { before, after, by, isUndo = false, reader } = change
  if (reader) return [reader.side]
  if (!before || isUndo || isMoved(before, after) || !isSameTime(before.startsAt, after.startsAt))
    return readers
  const side = by === 'partner' ? by : 'entrepreneur'
  return asksAnew(change, otherSide(side)) === null ? [side] : sides
}

/** Whether an answer of the other has someone choose from the times again, or no longer; null for neither. */
function asksAnew({ before, after }: MatchChange, side: Side): boolean | null {
  const [did, does] = [before, after].map(
    (match) => match !== null && asksForTimes(match, side, after.movedAt),
  )
  return did === does ? null : does === true
}

/** The letters about a step, and the reminders. */
export function lettersFor(
  change: MatchChange,
  told: Record<Reader, Delivered>,
  now: Date,
): MatchLetter[] {
  return concerned(change).flatMap((to) => {
    const removals = removalsOf(told[to], to, now)
    if (change.reader?.what === 'erased') return removals
    const news = to === 'host' ? hostNews(change, told[to], now) : newsOf(change, told[to], to, now)
    const reminders =
      to === 'host' ? remindHost(meetingOf(change.after), now) : [reminderOf(change.after, to, now)]
    return [...removals, news, ...reminders].filter((letter) => letter !== null)
  })
}

const removalsOf = ({ elsewhere }: Delivered, to: Reader, now: Date): MatchLetter[] =>
  elsewhere
    .filter(({ meeting }) => meeting.startsAt > now)
    .map(({ address, meeting }) => {
      const method = 'CANCEL'
      return { to, address, letter: 'meeting-removal', meeting, method, leads: [] }
    })

function newsOf(change: MatchChange, told: Delivered, to: Side, now: Date): MatchLetter | null {
  const { before, after, by, isUndo = false, reader } = change
  const { state } = after
  const { known, ahead, isNewTime } = compareMeetings(after, told, now)
  const isByLink = by === 'entrepreneur' && to === by
  const isCorrection = isUndo && told.hasHeard
  const leads: Lead[] = []
  if (isCorrection) leads.push({ kind: 'correction' })
  if (isByLink) leads.push({ kind: 'by-link' })

  if (ahead && isNewTime) {
    if (known) leads.push({ kind: 'moved', from: known.startsAt })
    const letter = known ? 'meeting-moved' : 'meeting-booked'
    return { to, letter, meeting: ahead, method: 'REQUEST', leads }
  }
  const off = known && !ahead ? ({ meeting: known, method: 'CANCEL' } as const) : {}
  const times = asksForTimes(after, to, now) ? timesAhead(after.offeredTimes, now) : undefined
  if (state === 'arranging' && known) return { to, letter: 'meeting-off', ...off, times, leads }
  if (state === 'ended' && told.nothingSent) return null

  const isNewLink = before !== null && before.tokenHash !== after.tokenHash
  const isAskedAnew = by !== to && asksAnew(change, to) === true
  const isUntold =
    told.lastNewsUnsent && (isUndo || isNewLink || isAskedAnew || reader !== undefined)
  // An outcome is not told twice; an entrepreneur has no other way to the contacts than the letter.
  const isAskedAgain =
    reader?.what === 'email' &&
    state !== 'ended' &&
    (state !== 'succeeded' || to === 'entrepreneur')
  const isNews = isCorrection || isUntold || isAskedAgain || (!isUndo && isMoved(before, after))
  const letter = isNews ? askedOrTold(after, to, now) : null
  if (letter) {
    const over = before && !isUndo ? meetingOf(before) : null
    if (letter === 'meeting-times' && over && over.startsAt <= now)
      leads.push({ kind: 'missed', from: over.startsAt })
    return { to, letter, ...off, times, leads }
  }
  if (isCorrection) return { to, letter: 'meeting-corrected', leads: [] }
  if (isNewLink && to === 'entrepreneur' && state !== 'ended')
    return { to, letter: 'meeting-link', leads: [] }
  return isByLink && !told.hadMany ? { to, letter: 'meeting-answered', leads: [] } : null
}

function hostNews({ after }: MatchChange, told: Delivered, now: Date): MatchLetter | null {
  const { known, ahead, isNewTime } = compareMeetings(after, told, now)
  const to = 'host'
  if (ahead && isNewTime) {
    const letter = known ? 'meeting-host-moved' : 'meeting-host-booked'
    return { to, letter, meeting: ahead, method: 'REQUEST', leads: [] }
  }
  if (!known || ahead) return null
  return { to, letter: 'meeting-host-off', meeting: known, method: 'CANCEL', leads: [] }
}

/** The question or news of a state for someone, apart from the meeting; null where there is nothing for them to do. */
function askedOrTold(match: MatchRow, to: Side, now: Date): MeetingLetterId | null {
  if (asksForTimes(match, to, now)) return 'meeting-times'
  // Nothing can be said any more of someone who has left.
  if (match.state === 'succeeded') return match.entrepreneurId === null ? null : 'meeting-succeeded'
  if (match.state === 'ended') return 'meeting-ended'
  return match.state === 'met' && match[`${to}Answer`] === null ? 'meeting-met' : null
}

function asksForTimes(match: MatchRow, to: Side, now: Date): boolean {
  return (
    match.state === 'arranging' &&
    match[`${to}Times`] === null &&
    newTimesFor(match, to, now) === null
  )
}

function reminderOf(match: MatchRow, to: Side, now: Date): MatchLetter | null {
  const meeting = meetingOf(match)
  if (meeting) {
    const hours = (meeting.startsAt.getTime() - (match.bookedAt ?? now).getTime()) / hourMs
    const at = new Date(meeting.startsAt.getTime() - reminderHours * hourMs)
    if (hours < shortlyHours || at <= now) return null
    return { to, letter: 'meeting-tomorrow', meeting, at, leads: [] }
  }
  const at = addBusinessDays(match[`${to}AskedAt`], 1)
  // One for each question, whether it was asked again by a new link or an undo.
  if (at <= now) return null
  if (askedOrTold(match, to, now) === 'meeting-met')
    return { to, letter: 'meeting-met-reminder', at, leads: [] }
  if (!asksForTimes(match, to, at)) return null
  return {
    to,
    letter: 'meeting-times-reminder',
    times: timesAhead(match.offeredTimes, at),
    at,
    leads: [],
  }
}

/** The meeting that they know of and the one that is arranged, as far as these are still to come. */
function compareMeetings(match: MatchRow, told: Delivered, now: Date) {
  const isAhead = (meeting: Meeting | null) => meeting !== null && meeting.startsAt > now
  const arranged = meetingOf(match)
  const known = isAhead(told.meeting) ? told.meeting : null
  const ahead = isAhead(arranged) ? arranged : null
  return { known, ahead, isNewTime: !isSameTime(known?.startsAt, ahead?.startsAt) }
}

function meetingOf({ state, startsAt, endsAt }: MatchRow): Meeting | null {
  return state === 'booked' && startsAt && endsAt ? { startsAt, endsAt } : null
}

/** A step that asks nothing else and moves no meeting: what people are reminded of is the same. */
export const keepsReminders = ({ before, after, isUndo = false, reader }: MatchChange): boolean =>
  !isUndo &&
  !reader &&
  before !== null &&
  before.tokenHash === after.tokenHash &&
  !isMoved(before, after) &&
  isSameTime(before.startsAt, after.startsAt)

function isMoved(before: MatchRow | null, after: MatchRow): boolean {
  if (!before || before.state !== after.state) return true
  return nameTimes(before) !== nameTimes(after)
}

const nameTimes = ({ offeredTimes }: MatchRow) => offeredTimes.map((time) => time.getTime()).join()

const isSameTime = (one: Date | null | undefined, other: Date | null | undefined) =>
  one?.getTime() === other?.getTime()
