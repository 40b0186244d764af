import type { CurrentUser } from '@shared/accounts'
import type { MonitoringCredential, OwnCredential } from '@shared/credentials'
import type { OwnFile, ReviewedFile } from '@shared/files'
import type { OwnMatch } from '@shared/matches'
import type { ListedMessage, ListedReferral } from '@shared/messages'
import type { ReferralDesk } from '@shared/referral-desk'
import type { ListedUser } from '@shared/users'
import { promisedTiers } from '@tests/support/samples/promised-tiers'

const createdAt = '2026-11-20T09:41:00.000Z'

/** A partner whose application is under review, as `GET /api/user` answers. */
export const fakePartner = (overrides: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 1,
  firstName: 'Rosa',
  lastName: 'Delgado',
  email: 'rosa@partner.example',
  phoneNumber: '(303) 555-0199',
  status: 'pending',
  statusReason: null,
  statusAt: null,
  isAdmin: 0,
  createdAt,
  ...overrides,
})

const report = {
  fileName: 'report.pdf',
  fileSize: 2048,
  fileType: 'application/pdf',
  status: 'pending',
  statusReason: null,
  uploadKey: 'k'.repeat(43),
  createdAt,
} as const

/** A partner's document, as its owner sees it. */
export const fakeOwnFile = (overrides: Partial<OwnFile> = {}): OwnFile => ({
  ...report,
  id: 7,
  userId: 1,
  lastOpenedAt: null,
  uploadedAt: createdAt,
  statusAt: null,
  ...overrides,
})

/** A shared login, as its owner sees it. */
export const fakeOwnCredential = (overrides: Partial<OwnCredential> = {}): OwnCredential => ({
  id: 3,
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example/login',
  username: 'rosa@score-watch.example',
  status: 'pending',
  statusReason: null,
  sharedAt: createdAt,
  lastOpenedAt: null,
  deletedOn: null,
  createdAt,
  ...overrides,
})

/** A shared login with its password, as the administrator sees it. */
export const fakeCredential = (
  overrides: Partial<MonitoringCredential> = {},
): MonitoringCredential => ({
  id: 4,
  serviceName: 'Score Watch',
  username: 'zoe',
  password: 'secret',
  serviceUrl: 'https://score-watch.example/login',
  userId: 9,
  owner: { firstName: 'Zoë', lastName: 'Núñez' },
  status: 'pending',
  statusReason: null,
  version: 'version-1',
  notes: null,
  createdAt,
  ...overrides,
})

/** A document that no one has claimed, as the administrator sees it. */
export const fakeReviewedFile = (overrides: Partial<ReviewedFile> = {}): ReviewedFile => ({
  ...report,
  id: 2,
  version: 'version-1',
  userId: null,
  owner: null,
  ...overrides,
})

/** Someone under review, as the administrator sees them. */
export const fakeListedUser = (overrides: Partial<ListedUser> = {}): ListedUser => ({
  id: 2,
  firstName: 'Zoë',
  lastName: 'Núñez',
  email: 'zoe@example.com',
  phoneNumber: '(303) 555-0111',
  status: 'pending',
  statusReason: null,
  isAdmin: 0,
  contactConsent: false,
  createdAt,
  ...overrides,
})

export const fakeMessage = (overrides: Partial<ListedMessage> = {}): ListedMessage => ({
  kind: 'support',
  id: 1,
  status: 'new',
  createdAt,
  name: 'Zoë Núñez',
  email: 'zoe@example.com',
  subject: 'Where is my report?',
  message: 'Hello,\n<b>I sent it</b> on Monday.',
  ...overrides,
})

export const fakeReferral = (overrides: Partial<ListedReferral> = {}): ListedReferral => ({
  kind: 'referral',
  id: 1,
  status: 'new',
  createdAt,
  name: 'Sam Okafor',
  email: 'sam@example.com',
  phone: '(303) 555-0111',
  referralName: 'Björn Ågren',
  referralEmail: 'bjorn@example.com',
  referralPhone: '+46 8 555 0122',
  ...overrides,
})

/** The desk of someone whose link nobody has opened. */
export const fakeDesk = (overrides: Partial<ReferralDesk> = {}): ReferralDesk => ({
  link: { code: 'ABCD2345', url: 'https://portal.example/r/ABCD2345' },
  canEarn: true,
  months: Array.from({ length: 12 }, (_, index) => ({
    month: `2026-${String(index + 1).padStart(2, '0')}`,
    clicks: 0,
    signedUp: 0,
    approved: 0,
    earnedCents: 0,
  })),
  rewards: { earnedCents: 0, payableCents: 0, payingCents: 0, paidCents: 0, heldCents: 0 },
  next: null,
  policy: { ...promisedTiers, kind: 'flat' },
  rewardedThisMonth: 0,
  ...overrides,
})

/** An introduction for which a partner has not chosen times yet. */
export const fakeOwnMatch = (overrides: Partial<OwnMatch> = {}): OwnMatch => ({
  id: 12,
  state: 'arranging',
  basedOn: '2026-11-24T15:00:00.000000Z',
  other: {
    firstName: 'Ana',
    business: {
      name: 'Rivera Bakery',
      summary: 'A bakery that supplies 14 cafés.',
      amountCents: 4_000_000,
      partnerPay: '',
      partnerSigns: '',
    },
    approvedAt: null,
  },
  offeredTimes: ['2026-12-01T20:00:00.000Z', '2026-12-02T15:00:00.000Z'],
  chosenTimes: null,
  startsAt: null,
  endsAt: null,
  answer: null,
  isRecorded: false,
  invitation: null,
  joinLink: null,
  contacts: null,
  timeZone: null,
  afterEnd: 'contact',
  newTimes: null,
  dueAt: null,
  contactBy: 'call',
  minutes: 45,
  ...overrides,
})
