import { toCall, type ApiCall, moneyCalls } from '@tests/support/portal/feature-calls'
import { fillPath } from '@tests/support/portal/api-calls'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import { testAdmin } from '@tests/support/portal/portal-process'
import { inTurn, type Attacker } from './attacker'
import { confirmAdmin, findId } from './confirm-admin'
import { attempt, type HostileCase } from './hostile-case'

const adjustment = { cents: 100, reason: 'A gift' }

/** All that only the administrator may see and do with other people’s money. */
const calls: ApiCall[] = [
  ...moneyCalls.map(toCall),
  toCall(['get', '/api/admin/exports/referred-people']),
]

const ask = ({ send }: Attacker, call: ApiCall, options: object = {}) =>
  send(call.method.toUpperCase(), fillPath(call, '1'), {
    ...options,
    ...(call.method !== 'get' && { json: call.body }),
  })

/** What no amount may be, in cents. */
export const noAmounts = [-1, 0.5, 1e300, 2 ** 53, '100', null, [100], { $gt: 0 }, true]

/** What referrals earn, and who says so. */
export const rewardRules: HostileCase[] = [
  attempt(
    'G01',
    'other people’s money, by those who may not see it',
    [401, 403],
    async (attacker) => {
      const { partner, deleted } = attacker.portal.people
      const answers = []
      for (const cookie of ['', partner.cookie, deleted])
        answers.push(...(await inTurn(calls, (call) => ask(attacker, call, { cookie }))))
      return answers
    },
  ),
  attempt('G02', 'money from another site', [403], async (attacker) => {
    const cookie = await confirmAdmin(attacker)
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    return inTurn(
      calls.filter(({ method }) => method !== 'get'),
      (call) => ask(attacker, call, { cookie, headers }),
    )
  }),
  attempt('G03', 'adjustments by amounts that are none', [400], async (attacker) => {
    const cookie = await confirmAdmin(attacker)
    const payeeId = await findId(attacker, attacker.portal.people.partner)
    const wrong = [
      ...noAmounts.filter((cents) => cents !== -1).map((cents) => ({ cents })),
      { cents: 0 },
      { cents: -1e12 },
      { cents: 1e12 },
      { reason: '' },
      { reason: '\0\u001b' },
      { reason: 'x'.repeat(10_000) },
      { payeeId: '1 or 1=1' },
      { mayOweBack: 'yes' },
    ]
    return inTurn(wrong, (one) => {
      const json = { ...adjustment, payeeId, ...one }
      return attacker.send('POST', '/api/admin/ledger-adjustments', { cookie, json })
    })
  }),
  attempt(
    'G04',
    'reward policies that are none, or hold from the past',
    [400],
    async (attacker) => {
      const cookie = await confirmAdmin(attacker)
      const wrong = [
        ...noAmounts.map((flatCents) => ({ flatCents })),
        { goldCents: 1e9 },
        { silverFrom: 11 },
        { goldFrom: 6 },
        { silverFrom: -1 },
        { kind: 'gold' },
        { tierRule: '__proto__' },
        { holdsFrom: '2020-01-01T00:00:00Z' },
        { holdsFrom: 'tomorrow' },
      ]
      return inTurn(wrong, (one) => {
        const json = { ...promisedTiers, ...one }
        return attacker.send('POST', '/api/admin/reward-policies', { cookie, json })
      })
    },
  ),
  attempt('G05', 'referrers who are none', [400, 404], async (attacker) => {
    const { partner, admin: cookie } = attacker.portal.people
    const id = await findId(attacker, partner)
    const reason = 'Said so'
    const wrong = [
      {},
      { referrer: partner.email, reason },
      { referrer: testAdmin.email, reason },
      { referrer: "' or 1=1 --", reason },
      { referrer: 'ZZZZ9999', reason },
      { referrer: { $ne: null }, reason },
      { referrer: 'x'.repeat(10_000), reason },
      { referrer: null },
      { referrer: null, reason: '\0' },
    ]
    const put = (path: string, json: object) =>
      attacker.send('PUT', `/api/admin/users/${path}/referrer`, { cookie, json })
    return [
      ...(await inTurn(wrong, (json) => put(String(id), json))),
      await put('2147483647', { referrer: null, reason }),
    ]
  }),
  attempt('G06', 'emails turned off that are none', [400, 401, 404], async ({ send, portal }) => {
    const { cookie } = portal.people.partner
    const put = (kind: string, json: unknown) =>
      send('PUT', `/api/mail-choices/${kind}`, { cookie, json })
    return [
      await put('payment-details', { isWanted: false }),
      await put('welcome', { isWanted: false }),
      await put('__proto__', { isWanted: false }),
      await put('payout', { isWanted: 'no' }),
      await put('payout', null),
      await send('PUT', '/api/mail-choices/payout', { json: { isWanted: false } }),
    ]
  }),
  attempt('G14', 'links to turn emails off that are none', [400], async ({ send }) => {
    const sealed = `v1.01234567.${'k'.repeat(56)}`
    const tokens = ['', 'k'.repeat(43), sealed, `${sealed}.`, `v2${sealed}`, null, [sealed], 1]
    const kinds = [[], 'payout', ['payment-details'], ['__proto__'], Array(9).fill('payout')]
    const decline = (json: object) => send('POST', '/api/mail-choices/decline', { json })
    return [
      ...(await inTurn(tokens, (token) => decline({ token, kinds: ['payout'] }))),
      ...(await inTurn(kinds, (one) => decline({ token: sealed, kinds: one }))),
    ]
  }),
]
