import { describe, expect, it } from 'vitest'
import type { ReviewStatus } from '@shared/review'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { applyIn, buildReferrer, findReferred } from '@tests/support/portal/referral-links'
import { setUpRewards } from '@tests/support/portal/rewards'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildReferral } from '@tests/support/samples/forms'
import { eraseAccount } from '../accounts/erase-account'
import { portalItself } from '../audit/record-event'
import { setUserStatus } from '../users/set-user-status'
import { claimLink } from './claim-link'
import { ensureLink } from './ensure-link'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const { owed, decide } = setUpRewards(app, admin)

async function buildUnownedLink() {
  const { body } = await visit(app).post('/api/referrals').send(buildReferral()).expect(201)
  return { code: String(body.link).slice(-8), token: String(body.claim) }
}

describe('a link that is claimed', () => {
  it.each<[ReviewStatus, ReviewStatus, number]>([
    ['pending', 'approved', 50_000],
    ['approved', 'rejected', 0],
  ])('while its %s person is being %s earns what is due', async (before, status, cents) => {
    const { code, token } = await buildUnownedLink()
    const person = await applyIn(app, visit(app), { referralCode: code })
    if (before !== 'pending') await decide(person, before)
    const claimer = await buildUser(app)
    const agent = await logIn(app, claimer)
    const decision = { status, reason: '', mayNotify: false }
    await sendBeside(
      app,
      (tx) => setUserStatus({ db: tx, mail: null, userId: person.id, decision, by: portalItself }),
      () => agent.post('/api/referral-claims').send({ token }).expect(200),
    )
    expect(await owed(claimer)).toBe(cents)
  })

  it('keeps whoever registers by it meanwhile', async () => {
    const { code, token } = await buildUnownedLink()
    const { id: userId } = await buildUser(app)
    const { id } = await sendBeside(
      app,
      (tx) => claimLink(tx, { token, userId, by: portalItself }),
      () => applyIn(app, visit(app), { referralCode: code }),
    )
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId: userId })
  })

  it('while its owner’s own one is made is closed for that one', async () => {
    const { token } = await buildUnownedLink()
    const claimer = await buildUser(app)
    const agent = await logIn(app, claimer)
    const { body } = await sendBeside(
      app,
      (tx) => ensureLink(tx, claimer.id),
      () => agent.post('/api/referral-claims').send({ token }),
    )
    expect(body).toEqual({ code: await ensureLink(app.db, claimer.id) })
  })
})

it('someone who registers while their referrer is removed was referred by the link before', async () => {
  const [first, last] = [await buildReferrer(app), await buildReferrer(app)]
  const agent = visit(app).set('Cookie', `referral=${last.code}`)
  const { id } = await sendBeside(
    app,
    (tx) => eraseAccount(tx, { sealer: app.sealer, userId: last.id }),
    () => applyIn(app, agent, { referralCode: first.code }),
  )
  expect(await findReferred(app, id)).toMatchObject({ referrerId: first.id })
})

it('a referrer who is rejected while they are set earns nothing', async () => {
  const referrer = await buildUser(app)
  const person = await buildUser(app)
  await decide(person, 'approved')
  const decision = { status: 'rejected', reason: '' } as const
  await sendBeside(
    app,
    (tx) => setUserStatus({ db: tx, mail: null, userId: referrer.id, decision, by: portalItself }),
    () =>
      admin
        .put(`/api/admin/users/${person.id}/referrer`)
        .send({ referrer: referrer.email, reason: 'By phone' })
        .expect(200),
  )
  expect(await owed(referrer)).toBe(0)
})
