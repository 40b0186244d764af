import { afterEach, describe, expect, it, vi } from 'vitest'
import { secrets } from '@tests/support/portal/settings'
import { parseEnv } from '../../env'
import { introductionWords, type Phase, type Row } from '@shared/introduction-words'
import { introductionDesk } from '@shared/introduction-desk'
import { sides, type Side } from '@shared/matches'
import { tellIntroduction } from '@shared/tell-introduction'
import * as sample from '@tests/support/samples/some-match'
import { meetingLetters } from '../mail/meeting-letters'
import { fillMatchLetter, type People } from './fill-letter'
import { lettersFor, type MatchChange, type Reader, type Delivered } from './letters'
import { needOf } from './need-of'
import { stateFor } from './presenter'
import type { MatchRow } from './queries'
import { shownMatch } from './shown-match'

/** A Wednesday, 10 AM in New York. The day after is Thanksgiving. */
const now = new Date('2026-11-25T15:00:00Z')
const nextBusinessDay = '2026-11-27T22:00:00.000Z'
const meetingAt = (startsAt: string) => ({
  startsAt: new Date(startsAt),
  endsAt: new Date(Date.parse(startsAt) + 45 * 60_000),
})
const [tuesday, thursday] = [meetingAt('2026-12-01T20:00:00Z'), meetingAt('2026-12-03T15:30:00Z')]
const over = meetingAt('2026-11-24T20:00:00Z')
const offeredTimes = [tuesday.startsAt, thursday.startsAt]

const arranging: MatchRow = {
  id: 12,
  partnerId: 1,
  entrepreneurId: 2,
  state: 'arranging',
  endedBecause: null,
  offeredTimes,
  partnerTimes: null,
  entrepreneurTimes: null,
  partnerNote: null,
  entrepreneurNote: null,
  partnerZone: null,
  entrepreneurZone: null,
  partnerAskedAt: now,
  entrepreneurAskedAt: now,
  partnerCancellations: 0,
  entrepreneurCancellations: 0,
  startsAt: null,
  endsAt: null,
  partnerAnswer: null,
  entrepreneurAnswer: null,
  inviteSequence: 0,
  recordsEntrepreneur: null,
  tokenHash: 'one',
  sealedToken: null,
  sealedLink: null,
  movedAt: now,
  bookedAt: null,
  needSince: null,
  before: null,
  createdAt: now,
}
const chosen = { ...arranging, partnerTimes: offeredTimes, entrepreneurTimes: offeredTimes }
const booked = { ...chosen, state: 'booked', ...tuesday } as const
const bookedLater = { ...booked, ...thursday }
const hasBegun = { ...booked, ...over }
const met = { ...hasBegun, state: 'met' } as const
const ended = { ...booked, state: 'ended', endedBecause: 'withdrawn' } as const

const nothing: Delivered = {
  meeting: null,
  elsewhere: [],
  hasHeard: false,
  lastNewsUnsent: false,
  nothingSent: false,
  hadMany: false,
}

interface Case extends Partial<MatchChange> {
  /** What all of them know, or one. */
  told?: Partial<Delivered> & Partial<Record<Reader, Partial<Delivered>>>
}

/** 'partner: meeting-times', with what it does to the calendar, when a reminder leaves, and what comes first. */
function tell({ told: { partner, entrepreneur, host, ...all } = {}, ...change }: Case): string[] {
  const told = {
    partner: { ...nothing, ...all, ...partner },
    entrepreneur: { ...nothing, ...all, ...entrepreneur },
    host: { ...nothing, ...all, ...host },
  }
  const { before = null, after = arranging, by = 'administrator', isUndo = false } = change
  return lettersFor({ before, after, by, isUndo }, told, now).map(
    ({ to, letter, method, at, times, leads }) =>
      [
        `${to}: ${letter.replace('meeting-', '')}`,
        method,
        times && `with ${times.length}`,
        at?.toISOString(),
        ...leads.map(({ kind }) => `(${kind})`),
      ]
        .filter(Boolean)
        .join(' '),
  )
}

const both = (...letters: string[]) =>
  ['partner', 'entrepreneur'].flatMap((side) => letters.map((letter) => `${side}: ${letter}`))
const offer = both('times with 2', `times-reminder with 2 ${nextBusinessDay}`)

describe('the letters about a step', () => {
  const reminders = 'tomorrow 2026-11-30T20:00:00.000Z'
  const hostReminders = [
    'host: host-soon 2026-12-01T19:30:00.000Z',
    'host: host-over 2026-12-01T20:45:00.000Z',
  ]
  const book = [...both('booked REQUEST', reminders), 'host: host-booked REQUEST', ...hostReminders]
  const soon = meetingAt('2026-11-26T20:00:00Z')

  it.each<[string, Case, string[]]>([
    ['ask both for times', { after: arranging }, offer],
    [
      'ask again for other times',
      { before: chosen, after: { ...arranging, offeredTimes: [thursday.startsAt] } },
      both('times with 1', `times-reminder with 1 ${nextBusinessDay}`),
    ],
    ['invite all', { before: chosen, after: booked, by: 'partner' }, book],
    [
      'remind no one of a meeting that is near',
      { before: chosen, after: { ...booked, ...soon } },
      [
        ...both('booked REQUEST'),
        'host: host-booked REQUEST',
        'host: host-soon 2026-11-26T19:30:00.000Z',
        'host: host-over 2026-11-26T20:45:00.000Z',
      ],
    ],
    [
      'move a meeting in all calendars',
      { before: booked, after: bookedLater, told: { meeting: tuesday } },
      [
        ...both('moved REQUEST (moved)', 'tomorrow 2026-12-02T15:30:00.000Z'),
        'host: host-moved REQUEST',
        'host: host-soon 2026-12-03T15:00:00.000Z',
        'host: host-over 2026-12-03T16:15:00.000Z',
      ],
    ],
    [
      'cancel a meeting that someone can’t make',
      {
        before: booked,
        after: { ...chosen, partnerTimes: [] },
        by: 'partner',
        told: { meeting: tuesday },
      },
      [...both('off CANCEL'), 'host: host-off CANCEL'],
    ],
    [
      'cancel a meeting and ask for other times',
      { before: booked, after: arranging, told: { meeting: tuesday } },
      [
        ...both('off CANCEL with 2', `times-reminder with 2 ${nextBusinessDay}`),
        'host: host-off CANCEL',
      ],
    ],
    [
      'say what became of a meeting that was missed',
      { before: hasBegun, after: arranging, told: { meeting: over } },
      both('times with 2 (missed)', `times-reminder with 2 ${nextBusinessDay}`),
    ],
    [
      'ask both how it was',
      { before: hasBegun, after: met, told: { meeting: over } },
      both('met', `met-reminder ${nextBusinessDay}`),
    ],
    [
      'confirm what was done by the link',
      { before: arranging, after: { ...arranging, entrepreneurTimes: [] }, by: 'entrepreneur' },
      ['entrepreneur: answered'],
    ],
    [
      'leave a partner who answered, and the other, alone',
      { before: met, after: { ...met, partnerAnswer: 'accepted' }, by: 'partner' },
      [],
    ],
    [
      'tell both that it’s a match',
      {
        before: { ...met, partnerAnswer: 'accepted' },
        after: {
          ...met,
          state: 'succeeded',
          partnerAnswer: 'accepted',
          entrepreneurAnswer: 'accepted',
        },
        by: 'entrepreneur',
      },
      ['partner: succeeded', 'entrepreneur: succeeded (by-link)'],
    ],
    [
      'end it, and cancel a meeting that is ahead',
      { before: booked, after: ended, by: 'portal', told: { meeting: tuesday } },
      [...both('ended CANCEL'), 'host: host-off CANCEL'],
    ],
    [
      'end it after the meeting',
      { before: met, after: { ...ended, ...over }, by: 'portal', told: { meeting: over } },
      both('ended'),
    ],
    [
      'say nothing of an end to someone who heard of no beginning',
      { before: arranging, after: ended, told: { nothingSent: true } },
      [],
    ],
    [
      'give a new link',
      { before: chosen, after: { ...chosen, tokenHash: 'two' } },
      ['entrepreneur: link'],
    ],
    [
      'say by the new link what the old one didn’t get to say',
      {
        before: arranging,
        after: { ...arranging, tokenHash: 'two' },
        told: { lastNewsUnsent: true },
      },
      offer.filter((letter) => letter.startsWith('entrepreneur')),
    ],
  ])('%s', (_what, change, letters) => {
    expect(tell(change)).toEqual(letters)
  })
})

describe('an undone step', () => {
  const undo = { isUndo: true } as const
  const newTimes = { ...arranging, offeredTimes: [thursday.startsAt] }

  it('sends nothing when no one was told about it, and reminds as before', () => {
    expect(tell({ ...undo, before: newTimes, after: arranging })).toEqual(
      offer.filter((letter) => letter.includes('reminder')),
    )
  })

  it('is corrected for those who were told', () => {
    const told = { partner: { hasHeard: true } }
    expect(tell({ ...undo, before: newTimes, after: arranging, told })[0]).toBe(
      'partner: times with 2 (correction)',
    )
    expect(tell({ ...undo, before: newTimes, after: chosen, told })).toEqual(['partner: corrected'])
  })

  it('gives calendars back what they showed', () => {
    const canceled = { hasHeard: true, meeting: null }
    expect(tell({ ...undo, before: ended, after: booked, told: canceled })).toContain(
      'partner: booked REQUEST (correction)',
    )
    const invited = { hasHeard: true, meeting: tuesday }
    expect(tell({ ...undo, before: booked, after: chosen, told: invited })).toEqual([
      ...both('off CANCEL (correction)'),
      'host: host-off CANCEL',
    ])
  })

  it('brings back the letters that it kept from leaving', () => {
    const told = { lastNewsUnsent: true, meeting: over }
    expect(tell({ ...undo, before: { ...met, ...ended, ...over }, after: met, told })).toEqual(
      both('met', `met-reminder ${nextBusinessDay}`),
    )
  })
})

const { someMatch, noon, morning } = sample
const apart = { partnerTimes: [morning], entrepreneurTimes: [noon] }

/** The phases of the partner and the entrepreneur, for each. */
const states: Record<string, [MatchRow, Phase, Phase]> = {
  'no answer': [someMatch(), 'choose', 'choose'],
  'times of one': [someMatch({ partnerTimes: [noon] }), 'chosen', 'choose'],
  'refused by the partner': [someMatch({ partnerTimes: [] }), 'finding', 'finding'],
  'refused by the other': [someMatch({ entrepreneurTimes: [] }), 'finding', 'finding'],
  'refused by both': [someMatch({ partnerTimes: [], entrepreneurTimes: [] }), 'finding', 'finding'],
  'refused after times': [
    someMatch({ partnerTimes: [noon], entrepreneurTimes: [] }),
    'finding',
    'finding',
  ],
  'no time in common': [someMatch(apart), 'no-overlap', 'no-overlap'],
  'the common time is taken': [
    someMatch({ partnerTimes: [noon], entrepreneurTimes: [noon] }),
    'finding',
    'finding',
  ],
  'no times left': [someMatch({ offeredTimes: [] }), 'finding', 'finding'],
  'canceled too often': [
    someMatch({ partnerTimes: [], partnerCancellations: 3, entrepreneurTimes: [noon] }),
    'called',
    'finding',
  ],
  booked: [sample.booked(), 'booked', 'booked'],
  met: [sample.met(), 'met', 'met'],
  'accepted by one': [sample.met({ partnerAnswer: 'accepted' }), 'accepted', 'met'],
  succeeded: [sample.succeeded(), 'succeeded', 'succeeded'],
  'ended by us': [sample.ended(), 'ended', 'ended'],
  'ended with the partner’s account': [
    sample.ended({ endedBecause: 'partner-gone' }),
    'ended',
    'ended',
  ],
  'declined by the partner': [
    sample.ended({ endedBecause: 'partner-declined' }),
    'declined',
    'ended',
  ],
  'declined by the other': [
    sample.ended({ endedBecause: 'entrepreneur-declined' }),
    'ended',
    'declined',
  ],
}

const partnerRow = {
  id: 2,
  kind: 'partner' as const,
  isAdmin: 0 as const,
  firstName: 'Jordan',
  lastName: 'Avery',
  email: 'jordan@partner.example',
  phoneNumber: '3035550142',
  status: 'approved' as const,
  statusAt: sample.now,
  closesAt: null,
  timeZone: 'America/Denver',
  isRecordingAllowed: null,
}
const entrepreneurRow = {
  id: 3,
  firstName: 'Ana',
  lastName: 'Rivera',
  businessName: 'Rivera Bakery',
  email: 'ana@bakery.example',
  phoneNumber: '3035550177',
  timeZone: 'America/New_York',
  summary: 'Bread for three hotels.',
  amountCents: 4_000_000,
  partnerPay: '',
  partnerSigns: '',
  status: 'ready' as const,
  token: 't',
}

const env = parseEnv(secrets)
const clocks = { 'in time': sample.now, late: sample.at('2026-12-04T22:30:00Z') }
const offered = { one: { offers: 1, hasSucceeded: false }, two: { offers: 2, hasSucceeded: false } }

describe.each(Object.keys(states))('an introduction that is at: %s', (name) => {
  const [match, ...phases] = states[name] ?? [someMatch(), 'choose' as const]

  const cases = sides.flatMap((side, index) =>
    Object.entries(clocks).flatMap(([when, clock]) =>
      [true, false, null].flatMap((mayBeCalled) =>
        Object.values(offered).map((offers) => ({
          side,
          phase: phases[index],
          when,
          clock,
          offers,
          people: {
            partner: { ...partnerRow, mayBeCalled },
            entrepreneur: entrepreneurRow,
            offers,
            minutes: 45,
          } satisfies People,
        })),
      ),
    ),
  )

  const tellSide = (
    { clock, offers, people, side }: (typeof cases)[number],
    row: MatchRow = match,
  ) => {
    const state = stateFor({ ...people, match: row }, side, { offers, minutes: 45, now: clock })
    return tellIntroduction(state, { side, zone: 'America/Denver', now: Number(clock) })
  }

  it('is in one phase for each of its people, which the desk knows of', () => {
    for (const one of cases.filter(({ when }) => when === 'in time'))
      expect([one.side, tellSide(one).phase]).toEqual([one.side, one.phase])
    for (const clock of Object.values(clocks)) {
      const need = needOf(match, clock)
      const rows = cases.filter((one) => one.clock === clock).map((one) => tellSide(one))
      const known = rows.flatMap(({ phase }) => Object.keys(introductionDesk[phase]))
      if (need) expect(known).toContain(need.kind)
      else expect(known).toEqual([])
    }
  })

  afterEach(() => vi.useRealTimers())

  it('tells people on their page, in the timeline and in letters the same', () => {
    for (const one of cases) {
      const { clock, side, people } = one
      vi.useFakeTimers({ toFake: ['Date'], now: clock })
      const told = tellSide(one)
      const words = `${told.title} ${told.explain} ${told.step} ${told.welcome}`
      const isAsked = told.phase === 'choose' || told.phase === 'met'
      expect(/Please|Choose/.test(told.step)).toBe(isAsked)
      if (isAsked) expect(words).not.toContain('You don’t need to do anything')
      expect(words.includes('You declined')).toBe(match.endedBecause === `${side}-declined`)
      // We call those who agreed to it, and text no one who is only told so on a page.
      const { mayBeCalled } = people.partner
      if (side === 'partner' && mayBeCalled !== true) expect(words).not.toMatch(/\bcall\b/)
      expect(words).not.toMatch(/\btext\b/)
      for (const letter of tellBy(match, side, clock)) {
        const from = 'team@portal.example'
        const { values } = fillMatchLetter({ env }, letter, {
          match,
          people,
          from,
          isErased: false,
        })
        const { subject, body } = meetingLetters[letter.letter]
        const { mail }: Row = introductionWords[told.phase]
        const isOff = letter.letter === 'meeting-off'
        expect(subject).toBe(isOff ? introductionWords.finding.mail : mail)
        if (clock === sample.now && body.includes('{{next}}'))
          expect(values.next).toContain(told.explain.replace(/ by .*$/, ''))
      }
    }
  })

  it('is told as it was before, for the minute in which new times can be taken back', () => {
    const before = Object.fromEntries(
      Object.entries(match).flatMap(([key, value]: [string, unknown]) =>
        ['id', 'partnerId', 'entrepreneurId', 'before', 'createdAt', 'movedAt'].includes(key)
          ? []
          : [[key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), asStored(value)]],
      ),
    )
    for (const one of cases.filter(({ when }) => when === 'in time')) {
      const renewed = shownMatch(someMatch({ before }), sample.now)
      expect(tellSide(one, renewed)).toEqual(tellSide(one))
    }
  })
})

/** As Postgres writes a row into JSON. */
const asStored = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(asStored) : value instanceof Date ? value.toISOString() : value

/** The letters to someone, if this were news, and if they knew of a meeting before. */
const tellBy = (match: MatchRow, to: Side, clock: Date) =>
  [null, meetingAt('2026-12-08T18:00:00Z')]
    .flatMap((meeting) => {
      const told = { ...nothing, meeting }
      const all = { partner: told, entrepreneur: told, host: told }
      const change = { before: null, after: match, by: 'administrator' } as const
      return lettersFor(change, all, clock)
    })
    .filter((letter) => letter.to === to && !letter.at && letter.letter !== 'meeting-moved')
