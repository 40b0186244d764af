import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { ReviewStatus } from '@shared/review'
import { newToken } from '../../tokens'
import { ascending, pleaseLogIn } from '@tests/support/portal/answers'
import { logIn, logInAdmin, visit, type Agent } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import {
  applyAnew,
  applyIn,
  buildReferrer,
  findReferred,
} from '@tests/support/portal/referral-links'
import { setUpRewards } from '@tests/support/portal/rewards'
import { sendBeside } from '@tests/support/portal/send-beside'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildReferral, buildRegistration } from '@tests/support/samples/forms'
import { referralLinks } from '../../db/schema/referral-links'
import { portalItself } from '../audit/record-event'
import { decide as takeDecision } from '../decisions/decide'
import { claimLink } from './claim-link'
import { ensureLink } from './make-link'

const app = await startSharedApp()
const admin = await logInAdmin(app)
const { owed, decide } = setUpRewards(app, admin)

const refer = async (overrides: object = {}) => {
  const { body } = await visit(app)
    .post('/api/referrals')
    .send(buildReferral(overrides))
    .expect(201)
  const [, code = ''] = /\/r\/(\w{8})$/.exec(body.link) ?? []
  return { code, claim: String(body.claim) }
}
const sendClaim = (agent: Agent, token: unknown) =>
  agent.post('/api/referral-claims').send({ token })
const linksOf = (userId: number) =>
  app.db
    .select()
    .from(referralLinks)
    .where(eq(referralLinks.userId, userId))
    .orderBy(referralLinks.createdAt)
const unknown = {
  message: 'This link has already been claimed, or its address is incomplete.',
  code: 'not_found',
}

describe('sending the referral form', () => {
  it('makes a link that is no one’s, whose token is not stored', async () => {
    const { code, claim } = await refer()
    const [link] = await app.db.select().from(referralLinks).where(eq(referralLinks.code, code))
    expect(link).toMatchObject({ userId: null, replacedAt: null })
    expect(link?.claimHash).not.toBe(claim)
  })

  it('with the token of the form before keeps the one link', async () => {
    const first = await refer()
    expect(await refer({ claim: first.claim })).toEqual(first)
    expect(await refer({ claim: newToken() })).not.toMatchObject({ code: first.code })
  })

  it('while logged in answers with one’s own link, and no token', async () => {
    const sender = await buildReferrer(app)
    const agent = await logIn(app, sender)
    for (let times = 0; times < 2; times += 1) {
      const { body } = await agent.post('/api/referrals').send(buildReferral()).expect(201)
      expect(body).toEqual({
        message: 'Thank you. We have your referral.',
        link: `${app.origin}/r/${sender.code}`,
      })
    }
  })

  it('answers alike whether the sender’s email has an account', async () => {
    const { email } = await buildUser(app)
    const shapes = []
    for (const address of [email, 'no-account@partner.example']) {
      const form = buildReferral({ email: address })
      const { body } = await visit(app).post('/api/referrals').send(form).expect(201)
      shapes.push(Object.entries(body).map(([name, value]) => [name, String(value).length]))
    }
    expect(shapes[0]).toEqual(shapes[1])
  })

  it('by a program that gives itself away is answered with a link that leads nowhere', async () => {
    const { code } = await refer({ website: 'https://spam.example' })
    expect(code).toHaveLength(8)
    expect(await app.db.$count(referralLinks, eq(referralLinks.code, code))).toBe(0)
  })
})

describe('claiming a link', () => {
  it('needs a session, and is not for the administrator', async () => {
    const { claim: token } = await refer()
    await sendClaim(visit(app), token).expect(401, pleaseLogIn)
    await sendClaim(admin, token).expect(403)
    const agent = await logIn(app, await buildUser(app))
    await sendClaim(agent, token).expect(200)
  })

  it('makes it the claimer’s, with everyone who came by it', async () => {
    const { code, claim: token } = await refer()
    const { id } = await applyIn(app, visit(app), { referralCode: code })
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId: null })
    const claimer = await buildUser(app)
    const agent = await logIn(app, claimer)
    await sendClaim(agent, token).expect(200, { code })
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId: claimer.id })
    expect(await linksOf(claimer.id)).toMatchObject([{ code, claimHash: null, replacedAt: null }])
  })

  it('leaves anyone who has a link with that one, and adds the people of the other', async () => {
    const { code, claim: token } = await refer()
    const { id } = await applyIn(app, visit(app), { referralCode: code })
    const claimer = await buildReferrer(app)
    const agent = await logIn(app, claimer)
    await sendClaim(agent, token).expect(200, { code: claimer.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: claimer.id })
    const active = (await linksOf(claimer.id)).filter(({ replacedAt }) => replacedAt === null)
    expect(active).toMatchObject([{ code: claimer.code }])
  })

  it('makes no one their own referral', async () => {
    const { code, claim: token } = await refer()
    const agent = visit(app)
    const { id } = await applyIn(app, agent, { referralCode: code })
    await sendClaim(agent, token).expect(200)
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId: null })
  })

  it('works once, however many try at the same time', async () => {
    const { claim: token } = await refer()
    const agents = []
    for (let people = 0; people < 4; people += 1)
      agents.push(await logIn(app, await buildUser(app)))
    const answers = await Promise.all(agents.map((agent) => sendClaim(agent, token)))
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 404, 404, 404])
  })

  it.each([
    ['unknown', () => newToken(), 404],
    ['not a token', () => 'x', 400],
    ['no text', () => 7, 400],
  ])('with a token that is %s is refused', async (_what, makeToken, status) => {
    const agent = await logIn(app, await buildUser(app))
    const { body } = await sendClaim(agent, makeToken()).expect(status)
    if (status === 404) expect(body).toEqual(unknown)
  })

  it('happens with a new account as well, which a used token does not refuse', async () => {
    const { code, claim: token } = await refer()
    const register = async () => {
      const { uploadKey: _none, ...person } = buildRegistration({ uploadKey: '', claim: token })
      return (await visit(app).post('/api/referrers').send(person).expect(201)).body
    }
    expect(await linksOf((await register()).id)).toMatchObject([{ code }])
    const [other] = await linksOf((await register()).id)
    expect(other?.code).not.toBe(code)
  })
})

describe('a link that is claimed', () => {
  it.each<[ReviewStatus, ReviewStatus, number]>([
    ['pending', 'approved', 50_000],
    ['approved', 'rejected', 0],
  ])('while its %s person is being %s earns what is due', async (before, status, cents) => {
    const { code, claim: token } = await refer()
    const person = await applyAnew(app, { referralCode: code })
    if (before !== 'pending') await decide(person, before)
    const claimer = await buildUser(app)
    const agent = await logIn(app, claimer)
    const decision = { status, reason: '', mayNotify: false }
    await sendBeside(
      app,
      (tx) =>
        takeDecision(tx, { kind: 'user', id: person.id, decision, by: portalItself, mail: null }),
      () => sendClaim(agent, token).expect(200),
    )
    expect(await owed(claimer)).toBe(cents)
  })

  it('keeps anyone who registers by it in the meantime', async () => {
    const { code, claim: token } = await refer()
    const { id: userId } = await buildUser(app)
    const { id } = await sendBeside(
      app,
      (tx) => claimLink(tx, { token, userId, by: portalItself }),
      () => applyIn(app, visit(app), { referralCode: code }),
    )
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId: userId })
  })

  it('while its owner’s own one is made is closed for that one', async () => {
    const { claim: token } = await refer()
    const claimer = await buildUser(app)
    const agent = await logIn(app, claimer)
    const { body } = await sendBeside(
      app,
      (tx) => ensureLink(tx, claimer.id),
      () => sendClaim(agent, token),
    )
    expect(body).toEqual({ code: await ensureLink(app.db, claimer.id) })
  })
})
