import { describe, expect, it } from 'vitest'
import { sides, type Side } from '@shared/matches'
import {
  booked,
  ended,
  evening,
  hoursFromNow,
  met,
  morning,
  noon,
  now,
  someMatch,
  succeeded,
} from '@tests/support/samples/some-match'
import { nextMatch, type Step } from './next-match'
import type { MatchRow } from './queries'

const times = (side: Side, chosen: Date[], note = ''): Step => ({
  kind: 'times',
  side,
  times: chosen,
  note,
  zone: 'America/Denver',
})
const answer = (side: Side, given: 'accepted' | 'declined'): Step => ({
  kind: 'answer',
  side,
  answer: given,
})
const offer = (chosen: Date[], missing?: Side): Step => ({
  kind: 'offer-times',
  times: chosen,
  missing,
})
const book = (time: Date, missing?: Side): Step => ({ kind: 'book', time, missing })
const metStep: Step = { kind: 'met' }
const withdraw: Step = { kind: 'end', because: 'withdrawn' }

/** In a word: the state that follows, with `+` where a meeting may be booked, or why there is none. */
function outcomeOf(match: MatchRow, step: Step): string {
  const next = nextMatch(match, step, now)
  if (next.outcome !== 'moved') return next.outcome
  return `${next.changes.state ?? match.state}${next.starts.length > 0 ? '+' : ''}`
}

const running = booked(hoursFromNow(-0.2))
const over = booked(hoursFromNow(-2))

describe.each(sides)('what the %s can do', (side) => {
  it.each<[string, MatchRow, Step, string]>([
    ['chooses of what is offered', someMatch(), times(side, [noon]), 'arranging'],
    ['none of it', someMatch(), times(side, [], 'After 5 pm'), 'arranging'],
    ['another time', someMatch(), times(side, [hoursFromNow(60)]), 'wrong-times'],
    ['can’t make a booked time', booked(), times(side, []), 'arranging'],
    ['can’t make one that has begun', running, times(side, []), 'refused'],
    ['another time than the booked one', booked(), times(side, [morning]), 'refused'],
    ['times after they met', met(), times(side, [morning]), 'refused'],
    ['times of what is over', ended(), times(side, [noon]), 'refused'],
    ['accepts before they have met', someMatch(), answer(side, 'accepted'), 'refused'],
    ['accepts before the meeting', booked(), answer(side, 'accepted'), 'refused'],
    ['accepts before it is said to have taken place', over, answer(side, 'accepted'), 'refused'],
    ['accepts', met(), answer(side, 'accepted'), 'met'],
    ['accepts what is over', ended(), answer(side, 'accepted'), 'refused'],
    ['declines at once', someMatch(), answer(side, 'declined'), 'ended'],
    ['declines before the meeting', booked(), answer(side, 'declined'), 'ended'],
    ['declines while they meet', running, answer(side, 'declined'), 'ended'],
    ['declines before it is said to have taken place', over, answer(side, 'declined'), 'ended'],
    ['declines', met(), answer(side, 'declined'), 'ended'],
    ['declines a match', succeeded(), answer(side, 'declined'), 'refused'],
    ['accepts a match again', succeeded(), answer(side, 'accepted'), 'same'],
  ])('%s', (_what, match, step, outcome) => {
    expect(outcomeOf(match, step)).toBe(outcome)
  })
})

function changesOf(match: MatchRow, step: Step) {
  const next = nextMatch(match, step, now)
  return next.outcome === 'moved' ? next.changes : next.outcome
}

describe.each(sides)('meetings that the %s cancels', (side) => {
  const count = side === 'partner' ? 'partnerCancellations' : 'entrepreneurCancellations'
  const canceled = (cancellations: number) => someMatch({ [count]: cancellations })
  it('are counted', () => {
    expect(changesOf(booked(noon, { [count]: 2 }), times(side, []))).toMatchObject({ [count]: 3 })
  })

  it('can be booked again by the two alone until there are three', () => {
    expect(outcomeOf(canceled(2), times(side, [noon]))).toBe('arranging')
    expect(outcomeOf(canceled(3), times(side, [noon]))).toBe('refused')
    expect(outcomeOf(canceled(3), times(side, [], 'After 5 pm'))).toBe('arranging')
    expect(outcomeOf(canceled(3), answer(side, 'declined'))).toBe('ended')
  })

  it.each([offer([evening]), book(noon)])('start again with the administrator’s $kind', (step) => {
    expect(changesOf(canceled(3), step)).toMatchObject({ [count]: 0 })
    expect(changesOf(canceled(2), step)).toMatchObject({ [count]: 2 })
  })
})

it.each<[string, MatchRow, Step, string]>([
  ['offers other times', someMatch({ partnerTimes: [noon] }), offer([evening]), 'arranging'],
  ['moves a meeting', booked(), offer([evening]), 'arranging'],
  ['offers times too soon', someMatch(), offer([hoursFromNow(1.9)]), 'wrong-times'],
  ['offers times while they meet', running, offer([evening]), 'refused'],
  ['offers times after they met', met(), offer([evening]), 'refused'],
  ['offers times of what is over', ended(), offer([evening]), 'refused'],
  ['books a time both agreed to', someMatch(), book(hoursFromNow(3)), 'arranging+'],
  ['books it instead of another', booked(), book(evening), 'arranging+'],
  ['books one too soon', someMatch(), book(hoursFromNow(1)), 'wrong-times'],
  ['says that they met', running, metStep, 'met'],
  ['says so twice', met(), metStep, 'same'],
  ['says so too early', booked(), metStep, 'refused'],
  ['says so without a meeting', someMatch(), metStep, 'refused'],
  ['says that one was missing', over, offer([], 'partner'), 'arranging'],
  ['says that one was missing, and books anew', over, book(evening, 'partner'), 'arranging+'],
  ['says so too early', booked(), offer([], 'partner'), 'refused'],
  ['says so after they met', met(), offer([evening], 'entrepreneur'), 'refused'],
  ['ends it', someMatch(), withdraw, 'ended'],
  ['ends it after they met', met(), withdraw, 'ended'],
  ['ends a match', succeeded(), withdraw, 'ended'],
  ['ends it twice', ended(), withdraw, 'same'],
  ['heard a no', booked(), { kind: 'end', because: 'entrepreneur-declined' }, 'ended'],
  [
    'heard a no after a match',
    succeeded(),
    { kind: 'end', because: 'partner-declined' },
    'refused',
  ],
  ['heard a no of what is over', ended(), { kind: 'end', because: 'partner-declined' }, 'refused'],
])('the administrator %s', (_what, match, step, outcome) => {
  expect(outcomeOf(match, step)).toBe(outcome)
})

describe('the second answer', () => {
  const chosen = someMatch({ entrepreneurTimes: [evening, noon] })

  it('books the earliest time that works for both, and is far enough ahead', () => {
    const next = nextMatch(chosen, times('partner', [morning, evening, noon]), now)
    expect(next).toMatchObject({ outcome: 'moved', starts: [noon, evening] })
    const late = new Date(noon.getTime() - 3_600_000)
    expect(nextMatch(chosen, times('partner', [noon, evening]), late)).toMatchObject({
      starts: [evening],
    })
  })

  it('books nothing when they share none, or can do none any more', () => {
    expect(outcomeOf(chosen, times('partner', [morning]))).toBe('arranging')
    expect(nextMatch(chosen, times('partner', [noon]), evening)).toMatchObject({
      outcome: 'refused',
      problem: 'These times have passed. We’ll send you new ones.',
    })
  })

  it('makes a match only when both accept', () => {
    const one = met({ partnerAnswer: 'accepted' })
    expect(outcomeOf(one, answer('entrepreneur', 'accepted'))).toBe('succeeded')
    expect(outcomeOf(one, answer('entrepreneur', 'declined'))).toBe('ended')
    expect(outcomeOf(one, answer('partner', 'accepted'))).toBe('same')
    expect(outcomeOf(one, answer('partner', 'declined'))).toBe('ended')
  })
})

describe('what someone says', () => {
  it('twice is the same, in whatever order', () => {
    const said = someMatch({ partnerTimes: [morning, noon], partnerNote: 'Not late' })
    expect(outcomeOf(said, times('partner', [noon, morning], 'Not late'))).toBe('same')
    expect(outcomeOf(said, times('partner', [noon, morning], 'Rather late'))).toBe('arranging')
    const withdrawn = someMatch({ partnerTimes: [] })
    expect(outcomeOf(withdrawn, times('partner', []))).toBe('same')
    const declined = ended({ endedBecause: 'partner-declined' })
    expect(outcomeOf(declined, answer('partner', 'declined'))).toBe('same')
    expect(outcomeOf(declined, answer('entrepreneur', 'declined'))).toBe('refused')
  })

  it('about recording holds at any time, and moves no meeting', () => {
    const step: Step = {
      kind: 'times',
      side: 'entrepreneur',
      times: [noon, evening],
      note: '',
      zone: 'America/Denver',
      isRecordingAllowed: false,
    }
    const next = nextMatch(booked(noon, { recordsEntrepreneur: true }), step, now)
    expect(next).toEqual({ outcome: 'moved', changes: { recordsEntrepreneur: false }, starts: [] })
    expect(outcomeOf(booked(noon, { recordsEntrepreneur: false }), step)).toBe('same')
  })

  it('is forgotten with the times that it was about', () => {
    const said = booked(noon, { partnerNote: 'Not late', entrepreneurNote: 'Late' })
    const next = nextMatch(said, offer([evening]), now)
    expect(next).toMatchObject({
      changes: {
        state: 'arranging',
        offeredTimes: [evening],
        partnerTimes: null,
        entrepreneurTimes: null,
        partnerNote: null,
        entrepreneurNote: null,
        startsAt: null,
        endsAt: null,
      },
    })
  })
})
