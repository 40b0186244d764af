import { expect, it } from 'vitest'
import { rewardPolicy } from '@shared/rewards'
import { logIn, logInConfirmedAdmin } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { buildReferred } from '@tests/support/portal/referrals'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { promisedTiers } from '@tests/support/samples/promised-tiers'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)

const policies = '/api/admin/reward-policies'
const adjustments = '/api/admin/ledger-adjustments'

const lastEvent = async () => {
  const { rows } = await app.pool.query(
    'select action, object, details from audit_events order by id desc limit 1',
  )
  return rows[0]
}

it('the policy is $500 for each until the administrator sets another, from now or later', async () => {
  const { body: first } = await admin.get(policies).expect(200)
  expect(rewardPolicy.array().parse(first)).toEqual(first)
  expect(first).toMatchObject([{ kind: 'flat', flatCents: 50_000, isInForce: true }])

  const later = new Date(Date.now() + 3_600_000).toISOString()
  await admin
    .post(policies)
    .send({ ...promisedTiers, holdsFrom: later })
    .expect(201)
  const { body } = await admin.post(policies).send({ ...promisedTiers, tierRule: 'highest' })
  expect(body.map((row: { isInForce: boolean }) => row.isInForce)).toEqual([false, true, false])
  expect(body[1]).toMatchObject({ kind: 'tiers', tierRule: 'highest' })
  expect(await lastEvent()).toMatchObject({
    action: 'reward-policy.set',
    object: `reward-policy:${body[1].id}`,
    details: { kind: 'tiers' },
  })
  await admin
    .post(policies)
    .send({ ...promisedTiers, kind: 'flat' })
    .expect(201)
})

it('a policy can’t hold from a time that has passed', async () => {
  const passed = new Date(Date.now() - 1_000).toISOString()
  const { body } = await admin
    .post(policies)
    .send({ ...promisedTiers, holdsFrom: passed })
    .expect(400)
  expect(body.errors.holdsFrom).toContain('from now on')
})

it('a balance is adjusted both ways, with a reason, and below what is owed only when that is meant', async () => {
  const referrer = await buildUser(app)
  const referred = await buildReferred(app, referrer)
  await admin.patch(`/api/admin/users/${referred.id}/status`).send({ status: 'approved' })
  const adjust = (cents: number, more = {}) =>
    admin.post(adjustments).send({ payeeId: referrer.id, cents, reason: 'Agreed', ...more })
  const { body } = await adjust(2_500).expect(201)
  expect(body).toEqual({
    earnedCents: 52_500,
    payableCents: 52_500,
    payingCents: 0,
    paidCents: 0,
    heldCents: 0,
  })
  expect(await lastEvent()).toEqual({
    action: 'ledger.adjusted',
    object: `user:${referrer.id}`,
    details: { cents: 2_500 },
  })
  await adjust(-52_501).expect(409)
  await adjust(-52_500).expect(201)
  expect((await adjust(-1, { mayOweBack: true }).expect(201)).body.payableCents).toBe(-1)
  for (const wrong of [{ cents: 0 }, { cents: 1.5 }, { reason: ' ' }, { payeeId: 0 }])
    await adjust(1, wrong).expect(400)
  await adjust(1, { payeeId: 2_000_000_000 }).expect(404)
})

it('money takes the password once more', async () => {
  const elsewhere = await logIn(app, boss)
  const refused = {
    message: 'Confirm it’s you first, with your password.',
    code: 'reauthentication-required',
  }
  await elsewhere.post(policies).send(promisedTiers).expect(403, refused)
  await elsewhere.post(adjustments).send({}).expect(403, refused)
  await elsewhere.get(policies).expect(200)
})
