import { promisedTiers } from '@tests/support/samples/promised-tiers'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

export interface ApiCall {
  method: Method
  /** As the router knows it, with `:id` and the like. */
  path: string
  /** A body that fits, so that nothing but the right to send it is missing. */
  body: Record<string, unknown>
  /** Takes a file, not JSON. */
  isUpload: boolean
}

export type Row = readonly [method: Method, path: string, body?: Record<string, unknown> | 'file']

export const toCall = ([method, path, body = {}]: Row): ApiCall => ({
  method,
  path,
  body: body === 'file' ? {} : body,
  isUpload: body === 'file',
})

const payPal = {
  method: 'paypal',
  email: 'rosa@partner.example',
  currentPassword: 'not the password',
}

/** Someone's own, about what they earn with referrals, and how they are paid. */
export const deskCalls = [
  ['get', '/api/profile-completion'],
  ['post', '/api/email-confirmation'],
  ['post', '/api/account/terms', { agreeToTerms: true }],
  ['get', '/api/payment-settings'],
  ['put', '/api/payment-settings', payPal],
  ['get', '/api/referral-desk'],
  ['get', '/api/referral-desk/referrals'],
  ['get', '/api/referral-desk/statements'],
  ['get', '/api/referral-desk/statements/:month'],
  ['get', '/api/referral-desk/statements/:month.csv'],
  ['get', '/api/referral-desk/statements/:month.pdf'],
  ['post', '/api/referral-link'],
] as const

export const payoutSettings = { schedule: 'monthly', minimumCents: 2_500, reportingCents: 200_000 }

/** The administrator's, about rewards and payouts. */
export const moneyCalls: Row[] = [
  ['get', '/api/admin/reward-policies'],
  ['post', '/api/admin/reward-policies', { ...promisedTiers }],
  ['post', '/api/admin/reward-holds/:id/settle', { outcome: 'released', note: 'Twins' }],
  ['post', '/api/admin/ledger-adjustments', { payeeId: 2_000_000_000, cents: 1, reason: 'Gift' }],
  ['get', '/api/admin/payout-settings'],
  ['put', '/api/admin/payout-settings', payoutSettings],
  ['get', '/api/admin/users/:id/referrals'],
  ['put', '/api/admin/users/:id/referrer', { referrer: null, reason: 'A mistake' }],
  ['get', '/api/admin/referred-people'],
  ['get', '/api/admin/referrers'],
  ['get', '/api/admin/referral-funnel'],
  [
    'post',
    '/api/admin/payout-runs/:id/files/:method/paid',
    { reference: 'ACH 77', fileId: 1, count: 1, cents: 1 },
  ],
  ['get', '/api/admin/payout-runs'],
  ['post', '/api/admin/payout-runs'],
  ['get', '/api/admin/payout-runs/:id'],
  ['post', '/api/admin/payout-runs/:id/ask-payees'],
  ['post', '/api/admin/payout-runs/:id/approve', { count: 1, cents: 50_000 }],
  ['get', '/api/admin/payout-runs/:id/files/:method'],
  ['patch', '/api/admin/payouts/:id', { state: 'paid', reference: 'ACH 1' }],
  ['post', '/api/admin/payouts/:id/correct', { state: 'failed', reason: 'Returned' }],
]

export const textSettings = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'not the token',
  sender: '+13035550142',
  kinds: ['decision'],
}

/** Calls of the provider, which need no session. */
export const providerCalls: Row[] = [
  ['post', '/sms/incoming'],
  ['post', '/sms/status/:id'],
]

/** Calls about text messages, for the administrator alone. */
export const textCalls: Row[] = [
  ['get', '/api/admin/settings/texts'],
  ['put', '/api/admin/settings/texts', textSettings],
  ['delete', '/api/admin/settings/texts'],
  ['post', '/api/admin/settings/texts/test-connection', textSettings],
  ['post', '/api/admin/settings/texts/send-test', { to: '(303) 555-0199' }],
  ['get', '/api/admin/texts'],
  ['post', '/api/admin/texts', { userId: 2_000_000_000, body: 'Please call us.' }],
  ['post', '/api/admin/texts/:id/cancel'],
]

const basedOn = '2026-11-25T18:00:00.000000Z'
/** Of what either side is shown. */
const basis = 'b'.repeat(43)
const times = { basedOn: basis, times: [], zone: 'America/Denver' }
const entrepreneur = {
  firstName: 'Ana',
  lastName: 'Rivera',
  businessName: 'Rivera Bakery',
  email: 'ana@bakery.example',
  phoneNumber: '(303) 555-0142',
  timeZone: 'America/Denver',
  summary: 'Bakes bread.',
  amountCents: 4_000_000,
  minScore: 700,
  status: 'ready',
}
const offeredTimes = [new Date(Date.now() + 30 * 24 * 3_600_000).toISOString()]
const offer = { partnerId: 2_000_000_000, entrepreneurId: 2_000_000_000, times: offeredTimes }

/** An entrepreneur's, by the link in a mail. */
export const meetingCalls = [
  ['get', '/api/meeting'],
  ['put', '/api/meeting/times', { ...times, phoneEnd: '0142', isRecordingAllowed: true }],
  ['put', '/api/meeting/answer', { basedOn: basis, answer: 'declined', phoneEnd: '0142' }],
  ['post', '/api/meeting/contacts', { phoneEnd: '0142' }],
] as const

/** A partner's own introduction. */
export const ownMatchCalls = [
  ['get', '/api/match'],
  ['put', '/api/match/times', times],
  ['put', '/api/match/answer', { basedOn: basis, answer: 'declined' }],
] as const

/** The administrator's, about introductions and entrepreneurs. */
export const adminMatchCalls = [
  ['get', '/api/admin/entrepreneurs'],
  ['post', '/api/admin/entrepreneurs', entrepreneur],
  ['get', '/api/admin/entrepreneurs/:id'],
  ['patch', '/api/admin/entrepreneurs/:id', { status: 'withdrawn' }],
  ['delete', '/api/admin/entrepreneurs/:id'],
  ['get', '/api/admin/match-desk'],
  ['get', '/api/admin/match-calendar'],
  ['get', '/api/admin/todays-meetings'],
  ['get', '/api/admin/matches'],
  ['post', '/api/admin/matches', offer],
  ['get', '/api/admin/matches/:id'],
  ['put', '/api/admin/matches/:id/times', { basedOn, times: offeredTimes }],
  ['post', '/api/admin/matches/:id/met', { basedOn }],
  ['post', '/api/admin/matches/:id/end', { basedOn, because: 'withdrawn' }],
  ['post', '/api/admin/matches/:id/undo', { basedOn }],
  ['post', '/api/admin/matches/:id/link'],
  ['put', '/api/admin/matches/:id/room', { link: 'https://video.example/other' }],
  ['get', '/api/admin/settings/meetings'],
  ['put', '/api/admin/settings/meetings', { room: 'https://video.example/room', minutes: 45 }],
] as const
