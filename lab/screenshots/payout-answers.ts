import type { PayoutLine, PayoutRun, PayoutRunDetails, PayoutSettings } from '@shared/payouts'
import type { RewardPolicy } from '@shared/rewards'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import type { Answers } from '@tests/support/samples/desk-answers'

const at = (day: string) => `${day}T15:20:00.000Z`

const line = (id: number, rest: Partial<PayoutLine>): PayoutLine => ({
  id,
  payeeId: id,
  name: 'Amelia Brandt',
  cents: 50_000,
  state: 'ready',
  reason: null,
  method: 'zelle',
  lastFour: '2030',
  reference: null,
  settledAt: null,
  yearCents: 0,
  mustBeReported: false,
  ...rest,
})

const ach = { method: 'ach', lastFour: '1234' } as const
const held = (reason: PayoutLine['reason']) => ({ state: 'held', reason }) as const

const draftLines = [
  line(1, { cents: 450_000, yearCents: 700_000, mustBeReported: true, ...ach }),
  line(2, { name: 'Tomás Herrera Villanueva', yearCents: 100_000 }),
  line(3, {
    name: 'Maximilian-Alexander von Hohenlohe-Waldenburg-Schillingsfürst',
    method: 'paypal',
    lastFour: 'rest',
  }),
  line(4, { name: 'Ines Okafor', ...held('closing') }),
  line(5, { name: 'Hannah Sorensen', ...ach, ...held('settings-changed') }),
  line(6, { name: 'Yusuf Demir', ...held('profile-incomplete') }),
  line(7, { name: null, ...held('account-gone'), method: null, lastFour: null }),
  line(8, { name: 'Noor Haddad', state: 'missing-settings', method: null, lastFour: null }),
  line(9, { name: 'Linh Tran', state: 'under-minimum', cents: 1_000 }),
]

const settledAt = at('2026-10-16')
const approvedLines = [
  line(11, { state: 'paying', cents: 450_000, yearCents: 250_000, mustBeReported: true, ...ach }),
  line(12, { state: 'paying', name: 'Tomás Herrera Villanueva' }),
  line(13, { state: 'paid', name: 'Linh Tran', reference: 'ACH 2026-10-15/0077', settledAt }),
  line(14, { state: 'failed', name: 'Ines Okafor', reason: 'Account closed', settledAt }),
  line(15, { name: 'Noor Haddad', state: 'missing-settings', method: null, lastFour: null }),
]

function totalsOf(lines: PayoutLine[]): PayoutRun['totals'] {
  const states = [...new Set(lines.map(({ state }) => state))]
  return states.map((state) => {
    const cents = lines.flatMap((one) => (one.state === state ? [one.cents] : []))
    return { state, count: cents.length, cents: cents.reduce((sum, one) => sum + one, 0) }
  })
}

const draft: PayoutRun = {
  id: 2,
  period: '2026-10',
  firstDay: '2026-10-01',
  lastDay: '2026-10-31',
  state: 'draft',
  createdAt: at('2026-11-15'),
  approvedAt: null,
  totals: totalsOf(draftLines),
}

const approvedRun: PayoutRun = {
  id: 1,
  period: '2026-W38',
  firstDay: '2026-09-14',
  lastDay: '2026-09-20',
  state: 'approved',
  createdAt: at('2026-10-15'),
  approvedAt: at('2026-10-15'),
  totals: totalsOf(approvedLines),
}

const linesIn = (run: PayoutRun, lines: PayoutLine[]) => (query: URLSearchParams) =>
  ({
    ...run,
    files: [
      { method: 'zelle', count: 1, cents: 50_000 },
      { method: 'ach', count: 1, cents: 450_000 },
    ],
    madeFiles: [{ id: 1, method: 'ach', madeAt: at('2026-10-15'), count: 1, cents: 450_000 }],
    lines: lines.filter(({ state }) => state === query.get('state')),
    nextCursor: null,
  }) satisfies PayoutRunDetails

const policies: RewardPolicy[] = [
  { id: 3, ...promisedTiers, holdsFrom: '2026-12-01T05:00:00.000Z', isInForce: false },
  {
    id: 2,
    ...promisedTiers,
    kind: 'flat' as const,
    holdsFrom: '2026-06-01T04:00:00.000Z',
    isInForce: true,
  },
  {
    id: 1,
    ...promisedTiers,
    kind: 'flat' as const,
    holdsFrom: '2026-01-01T05:00:00.000Z',
    isInForce: false,
  },
].map((policy) => ({ ...policy, createdAt: policy.holdsFrom }))

/** A draft with every kind of line, an approved run, and a policy that is to come. */
export const payouts: Answers = {
  '/api/admin/payout-runs': [draft, approvedRun],
  '/api/admin/payout-runs/1': linesIn(approvedRun, approvedLines),
  '/api/admin/payout-runs/2': linesIn(draft, draftLines),
  '/api/admin/reward-policies': policies,
  '/api/admin/payout-settings': {
    schedule: 'monthly',
    minimumCents: 2_500,
    reportingCents: 200_000,
  } satisfies PayoutSettings,
}
