import { beforeEach, describe, expect, it } from 'vitest'
import { rewardPolicy } from '@shared/rewards'
import { logIn, logInConfirmedAdmin } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { buildHold, buildPolicy, buildReferred } from '@tests/support/portal/referrals'
import { setUpRewards } from '@tests/support/portal/rewards'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import { summarizeRewards } from './queries'

const app = await startSharedApp()
const { admin, boss } = await logInConfirmedAdmin(app)
const { decide, undo, owed, linesOf, buildMany } = setUpRewards(app, admin)

const policies = '/api/admin/reward-policies'
const set = (changes: object) => admin.post(policies).send({ ...promisedTiers, ...changes })
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
  await set({ holdsFrom: later }).expect(201)
  const { body } = await set({ tierRule: 'highest' })
  expect(body.map((row: { isInForce: boolean }) => row.isInForce)).toEqual([false, true, false])
  expect(body[1]).toMatchObject({ kind: 'tiers', tierRule: 'highest' })
  expect(await lastEvent()).toMatchObject({
    action: 'reward-policy.set',
    object: `reward-policy:${body[1].id}`,
    details: { kind: 'tiers' },
  })
  await set({ kind: 'flat' }).expect(201)
})

it('a policy can’t hold from a time that has passed', async () => {
  const passed = new Date(Date.now() - 1_000).toISOString()
  const { body } = await set({ holdsFrom: passed }).expect(400)
  expect(body.errors.holdsFrom).toContain('today or a later date')
})

it('a balance is adjusted both ways, with a reason, and below what is owed only when that is meant', async () => {
  const referrer = await buildUser(app)
  const referred = await buildReferred(app, referrer)
  await decide(referred, 'approved')
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
  expect(await lastEvent()).toMatchObject({
    action: 'ledger.adjusted',
    object: `user:${referrer.id}`,
    details: { cents: 2_500, payee: referrer.id, sides: 'rewards 2500, payable -2500' },
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

function at<Item>(list: readonly Item[], index: number): Item {
  const item = list[index]
  if (!item) throw new Error('There are fewer.')
  return item
}

describe('tiers', () => {
  let referrer: BuiltUser
  beforeEach(async () => {
    referrer = await buildUser(app)
    await buildPolicy(app)
  })

  async function approveMany(count: number) {
    const people = await buildMany(count, referrer)
    for (const person of people) await decide(person, 'approved')
    return people
  }

  it('count a month’s approvals, and one taken back gives its place to the others', async () => {
    const people = await approveMany(7)
    expect(await owed(referrer)).toBe(225_000)
    // It earned $250 as the first; the seventh is now the sixth, and the sixth bronze.
    await decide(at(people, 0), 'rejected')
    expect(await owed(referrer)).toBe(175_000)
    expect((await linesOf(referrer)).slice(-2)).toEqual([
      ['reversal', -25_000],
      ['tier', -25_000],
    ])
  })

  it('can pay all of a month at the highest reached', async () => {
    await buildPolicy(app, { tierRule: 'highest' })
    const people = await approveMany(6)
    expect(await owed(referrer)).toBe(300_000)
    expect((await linesOf(referrer)).slice(-2)).toEqual([
      ['reward', 50_000],
      ['tier', 125_000],
    ])
    await decide(at(people, 2), 'pending')
    expect(await owed(referrer)).toBe(125_000)
  })

  it('begin again each month, and a rejection taken back counts for the month of the approval', async () => {
    const people = await approveMany(7)
    const before = await owed(referrer)
    const last = at(people, 6)
    await app.pool.query("update users set status_at = '2024-03-31T23:30:00-04' where id = $1", [
      last.id,
    ])
    const rejection = await decide(last, 'rejected')
    expect(await owed(referrer)).toBe(before - 50_000)
    await undo(rejection)
    const { rows: months } = await app.pool.query(
      'select month::text from ledger_transactions where referred_person_id = $1 order by id desc limit 1',
      [last.referralId],
    )
    expect(months).toEqual([{ month: '2024-03-01' }])
    // By the policy of that day, which was flat.
    expect(await owed(referrer)).toBe(before)
  })

  it('number two approvals at the same time right, in one order or the other', async () => {
    const people = await buildMany(7, referrer)
    for (const person of people.slice(0, 5)) await decide(person, 'approved')
    const lock = { statement: 'select pg_advisory_xact_lock(5140001, $1)', id: referrer.id }
    await meetAtLock(app, lock, () =>
      Promise.all([decide(at(people, 5), 'approved'), decide(at(people, 6), 'approved')]),
    )
    expect(await owed(referrer)).toBe(225_000)
  })

  it('say what a reward on hold will be', async () => {
    const people = await buildMany(7, referrer)
    for (const person of people.slice(0, 5)) await decide(person, 'approved')
    for (const person of people.slice(5)) {
      await buildHold(app, person.referralId)
      await decide(person, 'approved')
    }
    expect(await summarizeRewards(app.db, referrer.id)).toMatchObject({
      payableCents: 125_000,
      heldCents: 100_000,
    })
  })
})
