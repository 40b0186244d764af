import type { Match, Meeting, OwnMatch } from '@shared/matches'
import { pages } from '@shared/pages'
import type { ListedText, TextSettings } from '@shared/texts'
import {
  fakeDesk,
  fakeEntrepreneur,
  fakeEntry,
  fakeMatch,
  fakeMeetingOver,
  fakeSuggestion,
  fakeTodaysMeeting,
} from '@tests/support/client/fake-matches'
import { fakeOwnMatch, fakePartner } from '@tests/support/client/fake-records'
import { nothingToDo, type Answers } from '@tests/support/samples/desk-answers'
import { inTurn, press, statesOf, type Shot } from './shot'

/** So many hours from now, on the hour of a working day's afternoon when that is far off. */
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const ahead = [70.5, 94, 118].map(inHours)
const [startsAt, endsAt] = [inHours(70), inHours(70.75)]
const soon = { startsAt: inHours(0.2), endsAt: inHours(0.95) }
const past = { startsAt: inHours(-2), endsAt: inHours(-1.25) }
const business = {
  name: 'Rivera Bakery',
  summary:
    'A family bakery in Pueblo that supplies 14 cafés and two grocery stores. The loan pays for a second oven and a delivery van.',
  amountCents: 4_000_000,
  partnerPay: '$400 a month for two years.',
  partnerSigns: 'A personal guarantee of the loan, and our agreement.',
}
const ana = {
  firstName: 'Ana',
  lastName: 'Rivera',
  email: 'ana@rivera-bakery.example',
  phoneNumber: '7205550142',
}

/** An introduction in each of its states, as one of the two people sees it. */
const states: Record<string, Partial<OwnMatch>> = {
  offered: { offeredTimes: ahead, dueAt: inHours(60) },
  chosen: { offeredTimes: ahead, chosenTimes: ahead.slice(0, 2) },
  'no-times': { offeredTimes: ahead, chosenTimes: [], newTimes: 'finding' },
  apart: {
    offeredTimes: ahead,
    chosenTimes: ahead.slice(0, 1),
    newTimes: 'no-overlap',
    dueAt: inHours(30),
  },
  booked: { state: 'booked', startsAt, endsAt, invitation: 'BEGIN:VCALENDAR' },
  join: { state: 'booked', ...soon, isRecorded: true, joinLink: 'https://zoom.example/j/1' },
  over: { state: 'booked', ...past },
  met: { state: 'met', ...past },
  accepted: { state: 'met', ...past, answer: 'accepted' },
  succeeded: { state: 'succeeded', ...past, answer: 'accepted', contacts: ana },
  ended: { state: 'ended', afterEnd: 'one-more' },
  declined: { state: 'ended', answer: 'declined' },
}

const perState = (name: string, answers: (state: Partial<OwnMatch>) => Answers) =>
  Object.fromEntries(
    Object.entries(states).map(([state, own]) => [`${name}-${state}`, { answers: answers(own) }]),
  )

const approvedLongAgo = fakePartner({ status: 'approved', statusAt: inHours(-30 * 24) })
const partnerShots = statesOf(
  { path: pages.dashboard, as: 'approved' },
  {
    ...perState('dashboard-introduction', (state) => ({
      ...nothingToDo,
      '/api/match': fakeOwnMatch({
        other: { firstName: 'Ana', business, approvedAt: null },
        ...state,
      }),
    })),
    'dashboard-introduction-cannot': {
      answers: { '/api/match': fakeOwnMatch({ ...states.booked }) },
      act: press('I Can’t Make This Time'),
    },
    'dashboard-introduction-decline': {
      answers: { '/api/match': fakeOwnMatch({ ...states.booked }) },
      act: press('I Don’t Want This Introduction'),
    },
    // The last of the times has passed, or the day by which there should have been an introduction.
    'dashboard-introduction-late': {
      answers: { ...nothingToDo, '/api/match': fakeOwnMatch({ newTimes: 'finding' }) },
    },
    'dashboard-none-yet-late': { answers: { ...nothingToDo, '/api/user': approvedLongAgo } },
    'dashboard-nothing-to-do': { answers: nothingToDo },
    'dashboard-nothing-to-do-pending': { as: 'newcomer', answers: nothingToDo },
    'dashboard-question': { as: 'asked' },
    'dashboard-question-document': { as: 'askedDocument' },
  },
)

const meetingOf = (state: Partial<OwnMatch>): Meeting => ({
  ...fakeOwnMatch({
    other: { firstName: 'Jordan', business: null, approvedAt: inHours(-200) },
    ...state,
  }),
  firstName: 'Ana',
  timeZone: 'America/Denver',
  isRecordingAllowed: null,
})
const linkShots = statesOf(
  { path: `${pages.meet}#token=${'t'.repeat(43)}`, as: 'visitor' },
  {
    ...perState('meet', (state) => ({ '/api/meeting': meetingOf(state) })),
    'meet-digits': {
      answers: { '/api/meeting': meetingOf({ state: 'succeeded', ...past, answer: 'accepted' }) },
    },
    'meet-dead': {},
    'meet-errors': {
      answers: { '/api/meeting': meetingOf(states.offered ?? {}) },
      act: inTurn(
        (page) => page.getByRole('checkbox').first().check(),
        press('Send My Times'),
        (page) => page.getByText('Please enter the last 4 digits').waitFor(),
      ),
    },
  },
)

const since = inHours(-26)
const longName = 'Maximilian-Alexander von Hohenlohe-Waldenburg-Schillingsfürst'
const need = (kind: NonNullable<Match['need']>['kind'], isLate = false): Partial<Match> => ({
  need: { kind, of: isLate ? 'both' : null, since, due: isLate ? since : inHours(50) },
})
const current = { offeredTimes: ahead, createdAt: since, movedAt: since }
const matches = [
  fakeMatch({ id: 12, ...current, ...need('call-for-times', true) }),
  fakeMeetingOver({ id: 13, ...past, ...need('record-meeting') }),
  fakeMatch({
    id: 14,
    ...current,
    partner: { id: 4, name: longName, mayBeCalled: true },
    ...need('new-times'),
  }),
]
const waiting = [
  fakeMatch({ id: 15, ...current, need: { kind: 'times', of: 'both', since, due: inHours(20) } }),
  fakeMatch({ id: 16, ...current, state: 'booked', startsAt, endsAt, ...need('meeting') }),
  fakeMatch({ id: 17, ...current, state: 'met', ...past, ...need('answers') }),
]
const alone = {
  ...fakeSuggestion({ id: 9, name: 'Kim Park', approvedAt: since }),
  entrepreneur: null,
}
const suggestions = [
  fakeSuggestion({
    approvedAt: inHours(-9 * 24),
    score: null,
    timeZone: null,
    missing: ['payment-method', 'email'],
    offers: 2,
  }),
  fakeSuggestion({ id: 8, name: longName, approvedAt: inHours(-4 * 24) }),
  alone,
]
const desk: Answers = {
  '/api/admin/match-desk': fakeDesk({ needsYou: matches, waitingForThem: waiting, suggestions }),
  '/api/admin/todays-meetings': [
    fakeTodaysMeeting({ id: 13, ...past }),
    fakeTodaysMeeting({ id: 16, ...soon }),
    fakeTodaysMeeting({ id: 17, ...soon, joinLink: null }),
  ],
  '/api/admin/match-calendar': [
    fakeEntry({ startsAt, endsAt }),
    fakeEntry({
      matchId: 15,
      partner: longName,
      startsAt: inHours(94),
      endsAt: inHours(95),
      isBooked: false,
    }),
  ],
  '/api/admin/entrepreneurs': [
    fakeEntrepreneur({ match: { id: 12, isSucceeded: false, partner: longName } }),
    fakeEntrepreneur({ id: 9, firstName: longName, status: 'vetting', minScore: null }),
    fakeEntrepreneur({ id: 10, status: 'withdrawn' }),
  ],
  '/api/admin/entrepreneurs/8': fakeEntrepreneur(),
  '/api/admin/matches': [
    ...matches,
    ...waiting,
    fakeMatch({ id: 18, state: 'succeeded', need: null }),
    fakeMatch({ id: 19, state: 'ended', endedBecause: 'partner-declined', need: null }),
  ],
  ...Object.fromEntries(
    [...matches, ...waiting].map((one) => [`/api/admin/matches/${one.id}`, one]),
  ),
  '/api/admin/settings/meetings': { room: 'https://zoom.example/j/1', minutes: 45 },
}
const matching = (query: string) => `${pages.adminMatching}?${query}`
const adminShots = statesOf(
  { path: pages.adminMatching, as: 'admin', answers: desk },
  {
    'admin-matching-full': {},
    'admin-matching-no-mail': {
      answers: { '/api/admin/match-desk': fakeDesk({ isMailConfigured: false }) },
    },
    'admin-matching-calendar': { path: matching('tab=calendar') },
    'admin-matching-entrepreneurs': { path: matching('tab=entrepreneurs') },
    'admin-matching-entrepreneur': { path: matching('tab=entrepreneurs&open=8') },
    'admin-matching-matches': { path: matching('tab=matches') },
    'admin-matching-panel': { path: matching('open=15'), height: 2_000 },
    'admin-matching-panel-over': { path: matching('open=13'), height: 2_000 },
    'admin-matching-offer': { path: matching('offer=7') },
    'admin-matching-new-times': { path: matching('open=14&act=new') },
    'admin-matching-agreed': { path: matching('open=15&act=agreed') },
    'admin-matching-missed': { path: matching('open=13&act=missed') },
    'admin-matching-declined': { path: matching('open=15&act=declined') },
  },
)

const settings: TextSettings = {
  provider: { accountSid: `AC${'1'.repeat(32)}`, sender: '+13035550142' },
  kinds: ['decision', 'match-booked'],
  webhook: 'https://portal.example/sms/incoming',
  programName: 'Credit Partner Program',
  link: 'https://portal.example/dashboard',
}
const text = (id: number, rest: Partial<ListedText>): ListedText => ({
  id,
  person: { id: 3, name: 'Jordan Lee' },
  recipient: '+13035550100',
  kind: 'match-booked',
  segments: 1,
  status: 'delivered',
  lastError: null,
  nextAttemptAt: null,
  createdAt: since,
  sentAt: since,
  ...rest,
})
const textAnswers: Answers = {
  '/api/admin/settings/texts': settings,
  '/api/admin/texts': [
    text(1, { status: 'queued', nextAttemptAt: inHours(6), sentAt: null }),
    text(2, { person: { id: 4, name: longName }, kind: 'composed', segments: 2 }),
    text(3, {
      status: 'failed',
      lastError: 'The provider did not answer. It may have been sent.',
      sentAt: null,
    }),
  ],
}
const sms = (tab: string) => ({ path: `${pages.adminSms}?tab=${tab}` })
const textShots = statesOf(
  { path: pages.adminSms, as: 'admin', answers: textAnswers },
  {
    'admin-sms-send': (page) => page.getByRole('textbox', { name: 'Text' }).fill('Please call us.'),
    'admin-sms-outbox': sms('outbox'),
    'admin-sms-events': sms('events'),
    'admin-sms-provider': sms('provider'),
  },
)

/** Introductions and texts as each of their people sees them. */
export const introductionShots: readonly Shot[] = [
  ...partnerShots,
  ...linkShots,
  ...adminShots,
  ...textShots,
]
