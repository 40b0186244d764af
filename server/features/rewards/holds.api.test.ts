import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin, visit, type Agent } from '@tests/support/portal/agents'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildFile, buildUser, profileOf, type BuiltUser } from '@tests/support/portal/factories'
import { accountOf, buildPaymentSettings } from '@tests/support/portal/payouts'
import { applyAnew, buildReferrer, findReferred } from '@tests/support/portal/referral-links'
import { buildReferred } from '@tests/support/portal/referrals'
import { setUpRewards } from '@tests/support/portal/rewards'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { referredPeople } from '../../db/schema/referral-links'
import { rewardHolds } from '../../db/schema/rewards'
import { users, duplicateDismissals } from '../../db/schema/users'
import { portalItself } from '../audit/record-event'
import { burstFrom, openHolds } from './open-holds'
import { recheckHolds } from './settle-reward'

// Without a mail sender: the administrator confirms another email.
const app = await startSharedApp()
const admin = await logInAdmin(app)
const { decide, linesOf, owed } = setUpRewards(app, admin)

const holdsOf = async (referredId: number) => {
  const rows = await app.db
    .select({ reason: rewardHolds.reason })
    .from(rewardHolds)
    .innerJoin(referredPeople, eq(referredPeople.id, rewardHolds.referredPersonId))
    .where(eq(referredPeople.referredId, referredId))
    .orderBy(asc(rewardHolds.reason))
  return rows.map(({ reason }) => reason)
}
async function buildDocument(owner: { id: number }) {
  const sample = samples.pdf({ text: `Report of ${owner.id}` })
  await buildFile(app, { sample, owner })
  return sample
}

const recheck = (userId: number) =>
  app.db.transaction((tx) => recheckHolds(tx, userId, portalItself))

describe('signing up by a link', () => {
  it('gives no reason for doubt when two people have nothing in common', async () => {
    const { code } = await buildReferrer(app)
    const { id } = await applyAnew(app, { referralCode: code })
    expect(await findReferred(app, id)).toBeDefined()
    expect(await holdsOf(id)).toEqual([])
  })

  it.each([
    ['the email but for case, dots and what follows a plus', { email: 'Sa.me+2@googlemail.com' }],
    ['the phone number, written otherwise', { phoneNumber: '+1 (303) 444-0001' }],
  ])('with %s of the referrer is held back', async (what, overrides) => {
    const { code } = await buildReferrer(app, {
      email: what.includes('email') ? 'same@gmail.com' : 'phoned@example.com',
      phoneNumber: what.includes('phone') ? '303-444-0001' : '303-444-0002',
    })
    const { id } = await applyAnew(app, { referralCode: code, ...overrides })
    expect(await holdsOf(id)).toEqual([what.includes('email') ? 'same-email' : 'same-phone'])
  })

  it('from the network of the referrer is held back', async () => {
    const { code } = await buildReferrer(app, { termsAcceptedFrom: '127.0.0.9' })
    const { id } = await applyAnew(app, { referralCode: code })
    expect(await holdsOf(id)).toEqual(['same-network'])
  })

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.250', ['same-network']],
    ['2001:db8:1:2::1', '2001:db8:1:ff::9', ['same-network']],
    ['2001:db8:1:2::1', '2001:db8:2:2::1', []],
  ])('by a referrer at %s, from %s, is held back: %j', async (referrerAt, at, holds) => {
    const { code } = await buildReferrer(app, { termsAcceptedFrom: referrerAt })
    const { id } = await applyAnew(app, { referralCode: code })
    await app.db.update(users).set({ termsAcceptedFrom: at }).where(eq(users.id, id))
    await recheck(id)
    expect(await holdsOf(id)).toEqual(holds)
  })

  it('with a document that the referrer sent is held back', async () => {
    const referrer = await buildReferrer(app)
    const { uploadKey } = await buildFile(app, { sample: await buildDocument(referrer) })
    const { id } = await applyAnew(app, { referralCode: referrer.code, uploadKey })
    expect(await holdsOf(id)).toEqual(['same-document'])
  })

  it('is held back when the person had an account, unless that was someone else’s', async () => {
    const { code } = await buildReferrer(app)
    const before = await buildUser(app, { email: 'before@example.com', kind: 'referrer' })
    const { id } = await applyAnew(app, { referralCode: code, email: 'before+again@example.com' })
    expect(await holdsOf(id)).toEqual(['earlier-account'])

    const referred = await findReferred(app, id)
    await app.db.delete(rewardHolds).where(eq(rewardHolds.referredPersonId, referred?.id ?? 0))
    const dismissed = { userId: before.id, otherId: id, reason: 'Twins' }
    // Nothing about it changes with the referrer.
    expect(await recheck(referred?.referrerId ?? 0)).toEqual([])
    await app.db.insert(duplicateDismissals).values(dismissed)
    await recheck(id)
    expect(await holdsOf(id)).toEqual([])
  })

  it('is held back from the fifth on that one network brings within a day', async () => {
    const { code } = await buildReferrer(app)
    const ids = []
    for (let count = 0; count < burstFrom; count += 1) {
      const { id } = await applyAnew(app, { referralCode: code })
      ids.push(id)
      await app.db
        .update(users)
        .set({ termsAcceptedFrom: `198.51.100.${count}` })
        .where(eq(users.id, id))
      await recheck(id)
    }
    const last = ids.at(-1) ?? 0
    // Who came before the burst is not part of it, even when looked at after it.
    for (const id of ids) await recheck(id)
    for (const id of ids) expect(await holdsOf(id)).toEqual(id === last ? ['burst'] : [])
  })
})

describe('looking again', () => {
  it('finds what came later, with either of the two, and says who it is about', async () => {
    const referrer = await buildReferrer(app)
    const { id } = await applyAnew(app, { referralCode: referrer.code })
    const referred = await findReferred(app, id)
    expect(await recheck(referrer.id)).toEqual([])
    const details = { method: 'paypal', email: 'one@partner.example' } as const
    for (const person of [referrer, { id }]) await buildPaymentSettings(app, person, { details })
    const opened = { referredPersonId: referred?.id, reason: 'same-payment-details' }
    expect(await recheck(referrer.id)).toEqual([opened])
    expect(await recheck(id)).toEqual([])
  })

  it('does not open again what was settled', async () => {
    const { code } = await buildReferrer(app, { email: 'settled@example.com' })
    const { id } = await applyAnew(app, { referralCode: code, email: 'settled+1@example.com' })
    const referred = await findReferred(app, id)
    const referralId = referred?.id ?? 0
    await app.db
      .update(rewardHolds)
      .set({ outcome: 'released', settledAt: new Date() })
      .where(eq(rewardHolds.referredPersonId, referralId))
    expect(await app.db.transaction((tx) => openHolds(tx, [referralId]))).toEqual([])
  })
})

/** Two people; one has earned money by the other. */
async function buildPair() {
  const referrer = await buildUser(app)
  const referred = await buildReferred(app, referrer)
  await decide(referred, 'approved')
  expect(await owed(referrer)).toBe(50_000)
  return { referrer, referred }
}

type Change = (agent: Agent, one: BuiltUser, other: BuiltUser) => Promise<unknown>

const changeEmail: Change = async (agent, one, other) => {
  const newEmail = other.email.toUpperCase().replace('@', '+2@')
  const wish = { newEmail, currentPassword: one.password }
  await agent.post('/api/email-change').send(wish).expect(200)
  await admin.post(`/api/admin/users/${one.id}/email-change/confirm`).send({ newEmail }).expect(200)
}

const changePhone: Change = async (agent, one, other) => {
  const { firstName, lastName } = profileOf(one)
  const profile = { firstName, lastName, phoneNumber: `+1 ${other.phoneNumber}` }
  await agent
    .patch('/api/user')
    .send({ ...profile, currentPassword: one.password })
    .expect(200)
}

const addDocument: Change = async (agent, _one, other) => {
  const { uploadKey } = await buildFile(app, { sample: await buildDocument(other) })
  await agent.post(`/api/link-file/${uploadKey}`).expect(200)
}

const replaceDocument: Change = async (agent, one, other) => {
  const { id } = await buildFile(app, { owner: one })
  await reuploadFile(agent, id, await buildDocument(other)).expect(200)
}

const changePaymentDetails: Change = async (agent, one, other) => {
  await buildPaymentSettings(app, other)
  const settings = { ...accountOf(other), currentPassword: one.password }
  await agent.put('/api/payment-settings').send(settings).expect(200)
}

describe.each([
  ['email', changeEmail, 'same-email'],
  ['phone number', changePhone, 'same-phone'],
  ['document, a new one', addDocument, 'same-document'],
  ['document, replaced', replaceDocument, 'same-document'],
  ['payment details', changePaymentDetails, 'same-payment-details'],
] as const)('what was earned is taken back once both have one %s', (_what, change, reason) => {
  it.each(['referrer', 'referred'] as const)('by a change of the %s', async (who) => {
    const { referrer, referred } = await buildPair()
    const [one, other] = who === 'referrer' ? [referrer, referred] : [referred, referrer]
    await change(await logIn(app, one), one, other)
    expect(await holdsOf(referred.id)).toEqual([reason])
    expect(await linesOf(referrer)).toEqual([
      ['reward', 50_000],
      ['reversal', -50_000],
    ])
  })
})

it('the rewards of both are held back once two referrers are paid into one account', async () => {
  const pairs = [await buildPair(), await buildPair()]
  const [one, other] = pairs.map(({ referrer }) => referrer)
  if (one && other) await changePaymentDetails(await logIn(app, one), one, other)
  for (const { referrer, referred } of pairs) {
    expect(await holdsOf(referred.id)).toEqual(['same-payee'])
    expect(await owed(referrer)).toBe(0)
  }
})

it('a referrer who applies with a document of the one who referred them is held back', async () => {
  const referrer = await buildUser(app)
  const person = await buildReferred(app, referrer, { kind: 'referrer' })
  const { uploadKey } = await buildFile(app, { sample: await buildDocument(referrer) })
  await (await logIn(app, person)).post('/api/apply').send({ uploadKey }).expect(200)
  expect(await holdsOf(person.id)).toEqual(['same-document'])
  await decide(person, 'approved')
  expect(await owed(referrer)).toBe(0)
})

it('someone who gets a link of their own by the link of someone with their phone is held back', async () => {
  const { code, phoneNumber } = await buildReferrer(app)
  const { uploadKey: _none, ...person } = buildRegistration({ uploadKey: '', phoneNumber })
  const { body } = await visit(app)
    .post('/api/referrers')
    .send({ ...person, referralCode: code })
    .expect(201)
  expect(await holdsOf(body.id)).toEqual(['same-phone'])
})
