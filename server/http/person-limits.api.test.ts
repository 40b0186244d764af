import { expect, it } from 'vitest'
import { logIn } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { expectRefusal, setUpLimits } from '@tests/support/portal/limits'
import { startSharedApp } from '@tests/support/portal/shared-app'

const app = await startSharedApp({ env: { LIMITS: '1' } })
const { use, counted } = setUpLimits(app)

const minute = 60
const hour = 60 * minute
const statement = '/api/referral-desk/statements/2026-01'

it.each([
  ['referralDesk', 120, minute, '/api/referral-desk', 200],
  ['referralDesk', 120, minute, '/api/referral-desk/referrals', 200],
  ['referralDesk', 120, minute, '/api/referral-desk/statements', 200],
  ['referralDesk', 120, minute, statement, 404],
  ['statementFile', 100, hour, `${statement}.pdf`, 404],
  ['statementFile', 100, hour, `${statement}.csv`, 404],
] as const)(
  'the limit %s allows one person %i calls in %i seconds of %s, whatever others ask for',
  async (limit, points, seconds, path, status) => {
    const [user, other] = [await buildUser(app), await buildUser(app)]
    const agent = await logIn(app, user)
    await use(limit, String(user.id), points - 1)
    await agent.get(path).expect(status)
    await expectRefusal(agent.get(path), seconds)
    await (await logIn(app, other)).get(path).expect(status)
  },
)

it('the administrator has 60 payment files an hour, counted once the password was given', async () => {
  const boss = await buildAdmin(app)
  const admin = await logIn(app, boss)
  const file = () => admin.get('/api/admin/payout-runs/1/files/ach')
  await file().expect(403)
  expect(await counted('paymentFile')).toBe(0)
  await admin.post('/api/reauthenticate').send({ password: boss.password }).expect(200)
  await use('paymentFile', String(boss.id), 59)
  await file().expect(404)
  await expectRefusal(file(), hour)
})
