import { addBusinessDays } from '@shared/business-days'
import { sides, type MatchNeed, type Need, type OwnMatch, type Side } from '@shared/matches'
import { joinMinutes, leadHours } from '@shared/meeting-time'
import { hasCanceledOften } from './cancellations'
import { sideOf, timesAhead } from './next-match'
import type { MatchRow } from './queries'

/** People are reminded after one business day, and called after two. */
const daysToAnswer = 2
/** Days until the administrator's step is due. */
const daysToAct = 1

const administratorsTurn: Record<MatchNeed, boolean> = {
  undelivered: true,
  'call-for-times': true,
  'call-after-cancellations': true,
  'other-times-wanted': true,
  'new-times': true,
  'record-meeting': true,
  'video-link': true,
  'call-for-answer': true,
  times: false,
  meeting: false,
  answers: false,
}

/** Whether it is the administrator's turn; otherwise the people's. */
export const isForAdministrator = ({ kind }: Pick<Need, 'kind'>): boolean =>
  administratorsTurn[kind]

/** Obstacles to a meeting that the match itself does not know. */
export interface Obstacles {
  /** The sides whose mailbox refused the newest letter about it. */
  unreached?: readonly Side[] | undefined
  /** Whether there is a link to meet by. */
  hasRoom?: boolean
}

/** The next need of an open match; null for one that is over. Every open match is somebody's turn. */
export function needOf(
  match: MatchRow,
  now: Date,
  { unreached = [], hasRoom = true }: Obstacles = {},
): Need | null {
  const need = needOfState(match, now)
  // Someone who has not been told can't answer, and doesn't come.
  const missed = unreached.filter((side) => need?.of === side || need?.of === 'both')
  if (!need || isForAdministrator(need)) return need
  if (missed.length > 0) return needAction('undelivered', named(missed), sinceOf(match))
  return need.kind === 'meeting' && !hasRoom ? needRoom(match, need) : need
}

/** Before the Join button appears to them. */
const needRoom = ({ startsAt }: MatchRow, { since }: Need): Need => ({
  kind: 'video-link',
  of: null,
  since,
  due: startsAt && new Date(Number(startsAt) - joinMinutes * 60_000).toISOString(),
})

function needOfState(match: MatchRow, now: Date): Need | null {
  switch (match.state) {
    case 'arranging':
      return needOfTimes(match, now)
    case 'booked':
      return needOfMeeting(match, now)
    case 'met':
      return needOfAnswers(match, now)
    default:
      return null
  }
}

/** When the first of them was asked. */
const askedAtOf = (match: MatchRow, of: readonly Side[] = sides): Date =>
  new Date(Math.min(...of.map((side) => Number(sideOf(match, side).askedAt))))

const sinceOf = ({ needSince, movedAt }: MatchRow): Date => needSince ?? movedAt

/** Since when the match has needed what it needs after a step; null: since that step. Only the administrator asks anew. */
export function needSinceAfter(
  before: MatchRow,
  after: MatchRow,
  { isAsking, now }: { isAsking: boolean; now: Date },
): Date | null {
  const isSame = needOf(before, now)?.kind === needOf(after, now)?.kind
  return isSame && !isAsking ? sinceOf(before) : null
}

const needAction = (kind: MatchNeed, of: Need['of'], since: Date): Need => ({
  kind,
  of,
  since: since.toISOString(),
  due: addBusinessDays(since, daysToAct).toISOString(),
})

const named = (of: readonly Side[]): Need['of'] =>
  of.length === sides.length ? 'both' : (of[0] ?? null)

function needOfTimes(match: MatchRow, now: Date): Need {
  const ahead = new Set(timesAhead(match.offeredTimes, now).map(Number))
  const unanswered = sides.filter((side) => sideOf(match, side).times === null)
  const cancelers = sides.filter((side) => hasCanceledOften(match, side))
  if (cancelers.length > 0)
    return needAction('call-after-cancellations', named(cancelers), sinceOf(match))
  const wantOthers = sides.filter((side) => sideOf(match, side).times?.length === 0)
  if (wantOthers.length > 0)
    return needAction('other-times-wanted', named(wantOthers), sinceOf(match))
  // A chosen time may have passed while the other had not answered.
  const isHopeless = sides.some((side) => {
    const { times } = sideOf(match, side)
    return times !== null && !times.some((time) => ahead.has(Number(time)))
  })
  // Both have said when they can: had there been a free hour for both, it would be booked.
  if (unanswered.length === 0) return needAction('new-times', null, sinceOf(match))
  if (ahead.size === 0 || isHopeless) return needAction('new-times', null, lastChance(match, now))
  return waitFor(match, unanswered, { wait: 'times', call: 'call-for-times' }, now)
}

/** When one of the offered times could last be booked, if that is after they were offered. */
function lastChance(match: MatchRow, now: Date): Date {
  const passed = match.offeredTimes
    .map((time) => Number(time) - leadHours * 3_600_000)
    .filter((time) => time < Number(now))
  return new Date(Math.max(Number(askedAtOf(match)), ...passed))
}

function needOfMeeting(match: MatchRow, now: Date): Need {
  const { startsAt, endsAt } = match
  if (!startsAt || !endsAt) throw new Error(`Match ${match.id} is booked for no time.`)
  if (endsAt <= now) return needAction('record-meeting', null, endsAt)
  const [since, due] = [sinceOf(match).toISOString(), startsAt.toISOString()]
  return { kind: 'meeting', of: 'both', since, due }
}

function needOfAnswers(match: MatchRow, now: Date): Need {
  const unanswered = sides.filter((side) => sideOf(match, side).answer === null)
  return waitFor(match, unanswered, { wait: 'answers', call: 'call-for-answer' }, now)
}

function waitFor(
  match: MatchRow,
  unanswered: readonly Side[],
  { wait, call }: { wait: MatchNeed; call: MatchNeed },
  now: Date,
): Need {
  const asked = askedAtOf(match, unanswered)
  const until = addBusinessDays(asked, daysToAnswer)
  if (until <= now) return needAction(call, named(unanswered), until)
  return {
    kind: wait,
    of: named(unanswered),
    since: asked.toISOString(),
    due: until.toISOString(),
  }
}

/** Why someone chooses no times now; null where they do, or did. */
export function newTimesFor(match: MatchRow, side: Side, now: Date): OwnMatch['newTimes'] {
  if (hasCanceledOften(match, side)) return 'called'
  const need = match.state === 'arranging' ? needOfTimes(match, now) : null
  if (!need || !isForAdministrator(need) || need.kind === 'call-for-times') return null
  const { partnerTimes, entrepreneurTimes } = match
  const theirs = new Set(entrepreneurTimes?.map(Number))
  const haveChosen = Boolean(partnerTimes?.length && entrepreneurTimes?.length)
  const isApart = haveChosen && !partnerTimes?.some((time) => theirs.has(Number(time)))
  return isApart ? 'no-overlap' : 'finding'
}

/** By when someone is asked to answer or, where their times don't overlap, get new ones. */
export function dueFor(match: MatchRow, side: Side, now: Date): Date | null {
  const newTimes = newTimesFor(match, side, now)
  if (newTimes) return newTimes === 'no-overlap' ? addBusinessDays(sinceOf(match), daysToAct) : null
  const { times, answer, askedAt } = sideOf(match, side)
  const due = addBusinessDays(askedAt, daysToAnswer)
  if (match.state === 'met') return answer === null ? due : null
  if (match.state !== 'arranging' || times !== null) return null
  const last = Math.max(...match.offeredTimes.map(Number)) - leadHours * 3_600_000
  return new Date(Math.min(Number(due), last))
}
