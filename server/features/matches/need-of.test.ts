import { describe, expect, it } from 'vitest'
import { closingTimeAfter } from '@shared/business-days'
import type { Side } from '@shared/matches'
import { promisedDays } from '@shared/meeting-time'
import {
  at,
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
import { isForAdministrator, needOf } from './need-of'
import { afterEndFor, canJoin, canOffer, isUnusualOffer, seesContacts } from './policy'
import type { MatchRow } from './queries'
import { suggestPairs } from './suggest-pairs'

/** In a word: what is needed, and who has to act. */
const inWords = (match: MatchRow, when = now) => {
  const need = needOf(match, when)
  return need && `${need.kind} ${need.of ?? 'administrator'}`
}
/** Two business days after Wednesday. */
const friday = at('2026-12-04T22:00:00Z')

describe('what a match needs next', () => {
  it.each<[string, MatchRow, Date, string | null]>([
    ['times of both', someMatch(), now, 'times both'],
    ['times of one', someMatch({ partnerTimes: [noon] }), now, 'times entrepreneur'],
    [
      'a call, two business days later',
      someMatch({ offeredTimes: [at('2026-12-09T18:00:00Z')] }),
      friday,
      'call-for-times both',
    ],
    ['other times', someMatch({ partnerTimes: [] }), now, 'other-times-wanted partner'],
    [
      'a call, after three canceled meetings',
      someMatch({ partnerTimes: [], partnerCancellations: 3, entrepreneurTimes: [noon] }),
      now,
      'call-after-cancellations partner',
    ],
    [
      'other times for both',
      someMatch({ partnerTimes: [], entrepreneurTimes: [] }),
      now,
      'other-times-wanted both',
    ],
    [
      'new ones, when they share none',
      someMatch({ partnerTimes: [morning], entrepreneurTimes: [noon] }),
      now,
      'new-times administrator',
    ],
    ['new ones, when all have passed', someMatch(), evening, 'new-times administrator'],
    [
      'new ones, when none is offered',
      someMatch({ offeredTimes: [] }),
      now,
      'new-times administrator',
    ],
    [
      'new ones, when the chosen have passed',
      someMatch({ partnerTimes: [morning] }),
      morning,
      'new-times administrator',
    ],
    ['a meeting', booked(), now, 'meeting both'],
    ['a meeting that is under way', booked(), new Date(noon.getTime() + 60_000), 'meeting both'],
    ['to be told how it went', booked(), evening, 'record-meeting administrator'],
    ['answers', met(), now, 'answers both'],
    ['an answer', met({ partnerAnswer: 'accepted' }), now, 'answers entrepreneur'],
    ['a call for it', met({ partnerAnswer: 'accepted' }), friday, 'call-for-answer entrepreneur'],
    ['nothing, as it succeeded', succeeded(), now, null],
    ['nothing, as it ended', ended(), now, null],
  ])('%s', (_what, match, when, expected) => {
    expect(inWords(match, when)).toBe(expected)
  })

  it('has a date, whosever turn it is', () => {
    expect(needOf(someMatch(), now)).toMatchObject({
      since: now.toISOString(),
      due: friday.toISOString(),
    })
    expect(needOf(booked(), now)).toMatchObject({ due: noon.toISOString() })
    const passed = needOf(someMatch(), hoursFromNow(100))
    expect(passed).toMatchObject({
      kind: 'new-times',
      since: new Date(evening.getTime() - 2 * 3_600_000).toISOString(),
    })
    expect(passed && isForAdministrator(passed)).toBe(true)
  })

  it('is promised within seven days, by closing time', () => {
    const promised = closingTimeAfter(at('2026-11-25T18:00:00Z'), promisedDays)
    expect(promised).toEqual(at('2026-12-02T22:00:00Z'))
  })
})

const minutes = (count: number) => new Date(noon.getTime() + count * 60_000)

describe('who may what', () => {
  const partner = { kind: 'partner', isAdmin: 0, status: 'approved', closesAt: null } as const
  const fresh = { offers: 0, hasOpen: false, hasSucceeded: false }
  const ready = { status: 'ready', hasOpen: false, hasSucceeded: false }

  const may = (one: object, other: object = {}) =>
    canOffer({ ...partner, ...fresh, ...one }, { ...ready, ...other })

  it('those are introduced who take part and are free', () => {
    expect(may({})).toBeNull()
    expect(may({ offers: 5, hasSucceeded: true })).toBeNull()
    for (const refused of [
      may({ status: 'rejected' }),
      may({ closesAt: now }),
      may({ kind: 'referrer' }),
      may({ isAdmin: 1 }),
      may({ hasOpen: true }),
      may({}, { status: 'vetting' }),
      may({}, { status: 'withdrawn' }),
      may({}, { hasOpen: true }),
      may({}, { hasSucceeded: true }),
    ])
      expect(refused).toMatch(/\.$/)
  })

  it('usually once, sometimes twice', () => {
    expect(isUnusualOffer({ offers: 1, hasSucceeded: false })).toBe(false)
    expect(isUnusualOffer({ offers: 2, hasSucceeded: false })).toBe(true)
    expect(isUnusualOffer({ offers: 1, hasSucceeded: true })).toBe(true)
    const [once, twice] = [
      { ...partner, ...fresh, offers: 1 },
      { ...partner, ...fresh, offers: 2 },
    ]
    expect(afterEndFor('partner', { partner: once, entrepreneur: ready })).toBe('one-more')
    expect(afterEndFor('partner', { partner: twice, entrepreneur: ready })).toBe('contact')
    const rejected = { ...once, status: 'rejected' }
    expect(afterEndFor('partner', { partner: rejected, entrepreneur: null })).toBe('none')
    expect(afterEndFor('entrepreneur', { partner: twice, entrepreneur: ready })).toBe('one-more')
    const withdrawn = { status: 'withdrawn' }
    expect(afterEndFor('entrepreneur', { partner: once, entrepreneur: withdrawn })).toBe('none')
  })

  it('the room opens 15 minutes before, until the end', () => {
    const match = booked()
    expect([-15.1, -15, 44.9, 45].map((count) => canJoin(match, minutes(count)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(canJoin(someMatch(), now)).toBe(false)
  })

  it('contacts are exchanged by a match alone', () => {
    const all = [someMatch(), booked(), met({ partnerAnswer: 'accepted' }), succeeded(), ended()]
    expect(all.map(seesContacts)).toEqual([false, false, false, true, false])
  })
})

it.each<[string, MatchRow, Side[], string]>([
  ['both letters of an offer', someMatch(), ['partner', 'entrepreneur'], 'undelivered both'],
  ['one of them', someMatch(), ['entrepreneur'], 'undelivered entrepreneur'],
  [
    'that of one who has answered',
    someMatch({ partnerTimes: [noon] }),
    ['partner'],
    'times entrepreneur',
  ],
  ['the invitation', booked(), ['partner'], 'undelivered partner'],
  ['the question after the meeting', met(), ['entrepreneur'], 'undelivered entrepreneur'],
  [
    'a letter while it is their turn anyway',
    someMatch({ partnerTimes: [] }),
    ['partner'],
    'other-times-wanted partner',
  ],
])(
  'refused mail makes it the administrator’s turn at once: %s',
  (_, match, unreached, expected) => {
    const need = needOf(match, now, { unreached })
    expect(`${need?.kind} ${need?.of}`).toBe(expected)
  },
)

const [denver, newYork] = ['America/Denver', 'America/New_York']

const partner = (id: number, score: number | null = 742, timeZone: string | null = denver) => ({
  id,
  score,
  timeZone,
})

const entrepreneur = (
  id: number,
  {
    minScore = null,
    timeZone = newYork,
    day = 1,
  }: {
    minScore?: number | null
    timeZone?: string
    day?: number
  } = {},
) => ({ id, minScore, timeZone, statusAt: new Date(Date.UTC(2026, 10, day, 12, id)) })

const pairs = (...input: Parameters<typeof suggestPairs>) =>
  [...suggestPairs(...input)].map(([id, { id: with_ }]) => [id, with_])

it('gives who waits longest the one who has been ready for longest, each once', () => {
  const free = [entrepreneur(11), entrepreneur(12, { day: 2 })]
  expect(pairs([partner(1), partner(2), partner(3)], free, [])).toEqual([
    [1, 11],
    [2, 12],
  ])
})

it('keeps to the score that a lender takes, where one is recorded', () => {
  const free = [entrepreneur(11, { minScore: 760 }), entrepreneur(12, { minScore: 742, day: 2 })]
  expect(pairs([partner(1)], free, [])).toEqual([[1, 12]])
  expect(pairs([partner(1, 700)], free, [])).toEqual([])
  expect(pairs([partner(1, null)], free, [])).toEqual([[1, 11]])
})

it('brings no two together again', () => {
  const free = [entrepreneur(11), entrepreneur(12, { day: 2 })]
  const before = [{ partnerId: 1, entrepreneurId: 11 }]
  expect(pairs([partner(1), partner(2)], free, before)).toEqual([
    [1, 12],
    [2, 11],
  ])
})

it('prefers the same zone among those who became ready on one day', () => {
  const same = entrepreneur(12, { timeZone: denver })
  expect(pairs([partner(1)], [entrepreneur(11), same], [])).toEqual([[1, 12]])
  const later = entrepreneur(12, { timeZone: denver, day: 2 })
  expect(pairs([partner(1)], [entrepreneur(11), later], [])).toEqual([[1, 11]])
})
