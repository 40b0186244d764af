import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser, profileOf, type BuiltUser } from '@tests/support/portal/factories'
import { buildPaymentSettings, markerAccount } from '@tests/support/portal/payouts'
import { buildReferrer, findReferred } from '@tests/support/portal/referral-links'
import { buildReferred } from '@tests/support/portal/referrals'
import { setUpRewards } from '@tests/support/portal/rewards'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { rewardHolds } from '../../db/schema/rewards'

// Without a mail sender: the administrator confirms another email.
const app = await startSharedApp()
const admin = await logInAdmin(app)
const { decide, linesOf, owed } = setUpRewards(app, admin)

const holdsOf = async (referralId: number) => {
  const rows = await app.db
    .select({ reason: rewardHolds.reason })
    .from(rewardHolds)
    .where(eq(rewardHolds.referredPersonId, referralId))
    .orderBy(asc(rewardHolds.reason))
  return rows.map(({ reason }) => reason)
}

/** Two people, of whom one has earned money by the other. */
async function buildPair() {
  const referrer = await buildUser(app)
  const referred = await buildReferred(app, referrer)
  await decide(referred, 'approved')
  expect(await owed(referrer)).toBe(50_000)
  return { referrer, referred }
}

async function changeEmail(one: BuiltUser, other: BuiltUser) {
  const newEmail = other.email.toUpperCase().replace('@', '+2@')
  await (
    await logIn(app, one)
  )
    .post('/api/email-change')
    .send({ newEmail, currentPassword: one.password })
    .expect(200)
  await admin.post(`/api/admin/users/${one.id}/email-change/confirm`).send({ newEmail }).expect(200)
}

async function changePhone(one: BuiltUser, other: BuiltUser) {
  const { firstName, lastName } = profileOf(one)
  const phoneNumber = `+1 ${other.phoneNumber}`
  await (
    await logIn(app, one)
  )
    .patch('/api/user')
    .send({ firstName, lastName, phoneNumber, currentPassword: one.password })
    .expect(200)
}

async function addDocument(one: BuiltUser, other: BuiltUser) {
  const sample = samples.pdf({ text: `Report of ${other.id}` })
  await buildFile(app, { sample, owner: other })
  const { uploadKey } = await buildFile(app, { sample })
  await (await logIn(app, one)).post(`/api/link-file/${uploadKey}`).expect(200)
}

async function replaceDocument(one: BuiltUser, other: BuiltUser) {
  const sample = samples.pdf({ text: `Report of ${other.id}` })
  await buildFile(app, { sample, owner: other })
  const { id } = await buildFile(app, { owner: one })
  await (
    await logIn(app, one)
  )
    .post(`/api/reupload/${id}`)
    .attach('file', sample.bytes, sample.name)
    .expect(200)
}

async function changePaymentDetails(one: BuiltUser, other: BuiltUser) {
  await buildPaymentSettings(app, other)
  await (
    await logIn(app, one)
  )
    .put('/api/payment-settings')
    .send({ ...markerAccount, currentPassword: one.password })
    .expect(200)
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
    await (who === 'referrer' ? change(referrer, referred) : change(referred, referrer))
    expect(await holdsOf(referred.referralId)).toEqual([reason])
    expect(await linesOf(referrer)).toEqual([
      ['reward', 50_000],
      ['reversal', -50_000],
    ])
  })
})

it('a referrer who applies with a document of the one who referred them is held back', async () => {
  const referrer = await buildUser(app)
  const { referralId, ...person } = await buildReferred(app, referrer, { kind: 'referrer' })
  const sample = samples.pdf({ text: 'One report for two applications' })
  await buildFile(app, { sample, owner: referrer })
  const { uploadKey } = await buildFile(app, { sample })
  await (await logIn(app, person)).post('/api/apply').send({ uploadKey }).expect(200)
  expect(await holdsOf(referralId)).toEqual(['same-document'])
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
  const found = await findReferred(app, body.id)
  expect(await holdsOf(found?.id ?? 0)).toEqual(['same-phone'])
})
