import { addBusinessDays, formatBusinessDay } from './business-days'
import { introductionWords, type Facts, type Phase, type Row } from './introduction-words'
import type { OwnMatch, Side } from './matches'
import { describeMeetingTime, formatMeetingDay, keepTogether } from './meeting-time'

/** As the server holds it, or as a page got it. */
type Moment = string | Date

/** All sentences about an introduction depend on this alone. */
export interface IntroductionState extends Pick<
  OwnMatch,
  'state' | 'newTimes' | 'answer' | 'contactBy' | 'afterEnd' | 'minutes'
> {
  other: { firstName: string; business: { name: string } | null }
  chosenTimes: readonly Moment[] | null
  startsAt: Moment | null
  endsAt: Moment | null
  dueAt: Moment | null
}

export function phaseOf(
  { state, newTimes, chosenTimes, endsAt, answer }: IntroductionState,
  now: number,
): Exclude<Phase, 'waiting' | 'late'> {
  switch (state) {
    case 'arranging':
      return newTimes ?? (chosenTimes === null ? 'choose' : 'chosen')
    case 'booked':
      return endsAt !== null && Number(new Date(endsAt)) <= now ? 'over' : 'booked'
    case 'met':
      return answer === 'accepted' ? 'accepted' : 'met'
    case 'ended':
      return answer === 'declined' ? 'declined' : 'ended'
    default:
      return state
  }
}

/** Business days after a promised day in which a partner hears from us. */
const daysToUpdate = 2

interface Reader {
  side: Side
  zone: string
  now: number
}

/** An introduction in the words for one of its people. */
export function tellIntroduction(match: IntroductionState, { side, zone, now }: Reader) {
  const { other, startsAt, dueAt } = match
  const [start, due] = [startsAt, dueAt].map((moment) => moment && new Date(moment))
  return tellPhase(phaseOf(match, now), {
    ...match,
    side,
    other: other.firstName,
    business: other.business?.name ?? null,
    day: start ? keepTogether(formatMeetingDay(start, zone)) : '',
    time: start ? keepTogether(describeMeetingTime(start, zone)) : '',
    by: due && Number(due) > now ? keepTogether(formatBusinessDay(due)) : null,
  })
}

/** Before a partner's first introduction, promised for a day. */
export function tellWaiting(dueAt: Date | null, now: number) {
  const isLate = dueAt !== null && Number(dueAt) <= now
  const updateAt = isLate ? addBusinessDays(dueAt, daysToUpdate) : dueAt
  return tellPhase(isLate ? 'late' : 'waiting', {
    side: 'partner',
    other: '',
    business: null,
    day: '',
    time: '',
    by: updateAt && Number(updateAt) > now ? keepTogether(formatBusinessDay(updateAt)) : null,
    contactBy: 'email',
    afterEnd: 'none',
    minutes: 0,
  })
}

function tellPhase<P extends Phase>(phase: P, facts: Facts) {
  const { title, explain, step, welcome }: Row = introductionWords[phase]
  return {
    phase,
    title: title(facts),
    explain: explain(facts),
    step: step(facts),
    welcome: welcome(facts),
  }
}
