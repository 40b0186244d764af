import { promisedTiers } from '@tests/support/samples/promised-tiers'
import type { Row } from './api-call'

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
  ['post', '/api/admin/payout-runs/:id/approve', { count: 1, cents: 50_000 }],
  ['get', '/api/admin/payout-runs/:id/files/:method'],
  ['patch', '/api/admin/payouts/:id', { state: 'paid', reference: 'ACH 1' }],
  ['post', '/api/admin/payouts/:id/correct', { state: 'failed', reason: 'Returned' }],
]
