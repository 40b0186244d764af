import type { CalendarEntry, MatchDesk, Suggestion, TodaysMeeting } from '@shared/match-desk'
import type { Match } from '@shared/matches'
import type { Entrepreneur } from '@shared/entrepreneurs'

/** 10 AM in New York, the day before Thanksgiving: the next business days are Nov 27 and 30, and Dec 1 to 10. */
export const deskNow = new Date('2026-11-25T15:00:00Z')

/** Tue, Dec 1, 2:00 PM and Wed, Dec 2, 9:00 AM in New York. */
export const [tuesday, wednesday] = [
  '2026-12-01T19:00:00.000Z',
  '2026-12-02T14:00:00.000Z',
] as const

const partner = { id: 3, name: 'Jordan Lee', mayBeCalled: true }
const entrepreneur = { id: 5, name: 'Ana Rivera', businessName: 'Rivera Bakery' }

/** Jordan in Honolulu has chosen a time, Ana in Denver has not answered yet. */
export const fakeMatch = (overrides: Partial<Match> = {}): Match => ({
  id: 12,
  state: 'arranging',
  endedBecause: null,
  partner,
  entrepreneur,
  startsAt: null,
  endsAt: null,
  createdAt: '2026-11-23T15:00:00.000Z',
  movedAt: '2026-11-24T15:00:00.000Z',
  need: {
    kind: 'times',
    of: 'entrepreneur',
    since: '2026-11-24T15:00:00.000Z',
    due: '2026-11-27T22:00:00.000Z',
  },
  basedOn: '2026-11-24T15:00:00.123456Z',
  offeredTimes: [tuesday, wednesday],
  room: { link: 'https://zoom.example/j/1', isOwn: false },
  sides: {
    partner: {
      phoneNumber: '3035550100',
      timeZone: 'Pacific/Honolulu',
      chosenTimes: [tuesday],
      note: null,
      answer: null,
      isRecordingAllowed: true,
      approvedAt: '2026-11-21T14:00:00.000Z',
      missing: [],
    },
    entrepreneur: {
      phoneNumber: '7205550101',
      timeZone: 'America/Denver',
      chosenTimes: null,
      note: null,
      answer: null,
      isRecordingAllowed: null,
    },
  },
  link: 'https://portal.example/meet#token=abc',
  canRenewLink: true,
  canUndo: false,
  mailsLeaveAt: null,
  ...overrides,
})

/** The meeting was at 9 this morning. */
export const fakeMeetingOver = (overrides: Partial<Match> = {}): Match =>
  fakeMatch({
    state: 'booked',
    startsAt: '2026-11-25T14:00:00.000Z',
    endsAt: '2026-11-25T14:45:00.000Z',
    need: {
      kind: 'record-meeting',
      of: null,
      since: '2026-11-25T14:45:00.000Z',
      due: '2026-11-27T22:00:00.000Z',
    },
    ...overrides,
  })

export const fakeSuggestion = (overrides: Partial<Suggestion['partner']> = {}): Suggestion => ({
  partner: {
    id: 7,
    name: 'Noor Haddad',
    approvedAt: '2026-11-21T14:00:00.000Z',
    score: 742,
    timeZone: 'America/Denver',
    missing: [],
    offers: 0,
    ...overrides,
  },
  ready: 1,
  entrepreneur: {
    id: 8,
    name: 'Luis Ortega',
    businessName: 'Ortega Tiles',
    minScore: 700,
    timeZone: 'America/Denver',
  },
})

export const fakeDesk = (overrides: Partial<MatchDesk> = {}): MatchDesk => ({
  needsYou: [],
  waitingForThem: [],
  suggestions: [],
  isMailConfigured: true,
  ...overrides,
})

/** In six minutes. Jordan hasn't agreed to calls. */
export const fakeTodaysMeeting = (overrides: Partial<TodaysMeeting> = {}): TodaysMeeting => ({
  id: 12,
  basedOn: '2026-11-24T15:00:00.123456Z',
  startsAt: '2026-11-25T15:06:00.000Z',
  endsAt: '2026-11-25T15:51:00.000Z',
  partner: { id: 3, name: 'Jordan Lee', timeZone: 'Pacific/Honolulu', phoneNumber: null },
  entrepreneur: {
    id: 5,
    name: 'Ana Rivera',
    timeZone: 'America/Denver',
    phoneNumber: '7205550101',
  },
  joinLink: 'https://zoom.example/j/1',
  ...overrides,
})

export const fakeEntry = (overrides: Partial<CalendarEntry> = {}): CalendarEntry => ({
  matchId: 12,
  partner: 'Jordan Lee',
  entrepreneur: 'Ana Rivera',
  startsAt: tuesday,
  endsAt: '2026-12-01T19:45:00.000Z',
  isBooked: true,
  ...overrides,
})

export const fakeEntrepreneur = (overrides: Partial<Entrepreneur> = {}): Entrepreneur => ({
  id: 8,
  firstName: 'Luis',
  lastName: 'Ortega',
  businessName: 'Ortega Tiles',
  email: 'luis@tiles.example',
  phoneNumber: '7205550102',
  timeZone: 'America/Denver',
  summary: 'Handmade tiles from Pueblo.',
  partnerPay: '',
  partnerSigns: '',
  amountCents: 4_000_000,
  minScore: 700,
  status: 'ready',
  createdAt: '2026-11-10T15:00:00.000Z',
  match: null,
  notes: 'Prefers mornings.',
  ...overrides,
})
