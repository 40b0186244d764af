import { eq, sql } from 'drizzle-orm'
import type { Response } from 'supertest'
import { describe, expect, it } from 'vitest'
import { pages } from '@shared/pages'
import type { ReviewStatus } from '@shared/review'
import { codeAlphabet, readCode } from '@shared/referral-codes'
import { readCookie, ascending, pleaseLogIn } from '@tests/support/portal/answers'
import { ctxIn } from '@tests/support/portal/ctx'
import { eventually } from '@tests/support/portal/eventually'
import { visit, logIn, logInAdmin, type Agent } from '@tests/support/portal/agents'
import {
  browserName,
  buildReferrer,
  openLink,
  applyAnew,
  applyIn,
  findReferred,
} from '@tests/support/portal/referral-links'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { buildUser } from '@tests/support/portal/factories'
import { setUpRewards } from '@tests/support/portal/rewards'
import { sendBeside } from '@tests/support/portal/send-beside'
import { buildReferral, buildRegistration } from '@tests/support/samples/forms'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { eventsOf } from '@tests/support/portal/audit-events'
import { referralClicks, referralLinks } from '../../db/schema/referral-links'
import { newToken } from '../../tokens'
import { portalItself } from '../audit/record-event'
import { decide as takeDecision } from '../decisions/decide'
import { users } from '../../db/schema/users'
import { eraseAccount } from '../users/erase-account'
import { newCode, ensureLink } from './make-link'
import { claimLink } from './claim-link'

const app = await startSharedApp()

const clicksOf = async (code: string) => {
  const [counted] = await app.db
    .select({ clicks: sql<number>`coalesce(sum(${referralClicks.clicks}), 0)::int` })
    .from(referralClicks)
    .where(eq(referralClicks.code, code))
  return counted?.clicks
}

const replace = (code: string) =>
  app.db.update(referralLinks).set({ replacedAt: new Date() }).where(eq(referralLinks.code, code))

/** A click is counted after its answer: so the next one is looked at. */
const expectClicks = (code: string, clicks: number) =>
  eventually(async () => expect(await clicksOf(code)).toBe(clicks))

async function expectNoClickBy(open: (code: string) => PromiseLike<unknown>): Promise<void> {
  const { code } = await buildReferrer(app)
  await open(code)
  await openLink(visit(app), code)
  await expectClicks(code, 1)
}

describe('a link', () => {
  it('leads to the landing page, with a cookie for 90 days, and is counted', async () => {
    const { code } = await buildReferrer(app)
    const { headers } = await openLink(visit(app), code).expect(303)
    expect(headers['location']).toBe(`/?ref=${code}`)
    expect(headers['cache-control']).toBe('no-store')
    const [cookie] = [headers['set-cookie'] ?? []].flat()
    expect(cookie).toMatch(
      new RegExp(
        `^referral=${code}; Max-Age=${90 * 86_400}; Path=/; Expires=.+; HttpOnly; SameSite=Lax$`,
      ),
    )
    await expectClicks(code, 1)
  })

  it.each([
    '%20CODE%20',
    'code',
    'CO-DE',
    'CODE.',
    'CODE,',
    'CODE)',
    'CODE"',
    'CODE]',
    'CODE%3E',
    'CODE’',
    'CODE/',
    'CODE/index.html',
    '/CODE',
    'CODE%E2%80%8B',
    'CODE%E2%80',
    'CODE%0D%0A',
    'CODE&utm_source=newsletter',
    'CODE?utm_source=newsletter',
    'CODE%2520',
    'CODEThanks',
  ])('is opened as /r/%s', async (typed) => {
    const { code } = await buildReferrer(app)
    const path = typed
      .replace('CODE', code)
      .replace('CO-DE', `${code.slice(0, 4)}-${code.slice(4)}`)
      .replace('code', code.toLowerCase())
    const { headers } = await openLink(visit(app), path).expect(303)
    expect(headers['location']).toBe(`/?ref=${code}`)
    expect(readCookie(headers['set-cookie'])).toBe(`referral=${code}`)
  })

  it('is opened with a phone that is called like a program', async () => {
    const { code } = await buildReferrer(app)
    const phone = 'Mozilla/5.0 (Linux; Android 15; CUBOT KINGKONG AX) AppleWebKit/537.36 Mobile'
    await visit(app).get(`/r/${code}`).set('User-Agent', phone).expect(303)
    await expectClicks(code, 1)
  })

  it('leads to a page that it names', async () => {
    const { code } = await buildReferrer(app)
    const { headers } = await openLink(visit(app), code, `?to=${pages.onboarding}`).expect(303)
    expect(headers['location']).toBe(`/onboarding?ref=${code}`)
  })

  it.each(['//evil.example', '/Onboarding', '/no-such-page', ''])(
    'leads to the landing page instead of %j',
    async (to) => {
      const { code } = await buildReferrer(app)
      const query = `?${new URLSearchParams({ to })}`
      const { headers } = await openLink(visit(app), code, query).expect(303)
      expect(headers['location']).toBe(`/?ref=${code}`)
      const twice = await openLink(visit(app), code, `${query}&to=/onboarding`).expect(303)
      expect(twice.headers['location']).toBe(`/?ref=${code}`)
    },
  )

  it('counts by day, as the program counts days', async () => {
    const { code } = await buildReferrer(app)
    for (const agent of [visit(app), visit(app)]) await openLink(agent, code)
    await expectClicks(code, 2)
    const { rows } = await app.pool.query<{ isToday: boolean }>(
      `select day = (now() at time zone 'America/New_York')::date as "isToday"
        from referral_clicks where code = $1`,
      [code],
    )
    expect(rows).toEqual([{ isToday: true }])
  })
})

/** Without what is different in any two answers. */
const alike = ({ status, headers, text }: Response, code: string) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  const cookie = String(rest['set-cookie']).replace(/Expires=[^;]+/, '')
  return JSON.stringify([status, { ...rest, 'set-cookie': cookie }, text]).replaceAll(code, 'CODE')
}

describe('a code that leads nowhere', () => {
  it.each(['unknown', 'replaced'])('looks like any other when it is %s', async (why) => {
    const { code } = why === 'replaced' ? await buildReferrer(app) : { code: newCode() }
    await replace(code)
    const { code: good } = await buildReferrer(app)
    const [bad, known] = [await openLink(visit(app), code), await openLink(visit(app), good)]
    expect(bad.headers['location']).toBe(`/?ref=${code}`)
    expect(alike(bad, code)).toBe(alike(known, good))
    await expectClicks(good, 1)
    expect(await clicksOf(code)).toBe(0)
  })

  it('takes as long as any other: both are answered before they are looked up', async () => {
    const { code } = await buildReferrer(app)
    const client = await app.pool.connect()
    try {
      await client.query('begin; lock table referral_links in access exclusive mode')
      for (const one of [code, newCode()]) await openLink(visit(app), one).expect(303)
    } finally {
      await client.query('rollback')
      client.release()
    }
    await expectClicks(code, 1)
  })

  it.each([
    '',
    'x',
    'ABCD234.',
    'ABCD234O',
    'o'.repeat(500),
    '%00',
    '%E2%80',
    '%2e%2e',
    '<script>',
  ])('leads to a page that says it is incomplete when it cannot be one: %s', async (code) => {
    const { headers, status } = await openLink(visit(app), code)
    expect([status, headers['location']]).toEqual([303, '/?ref='])
    expect(headers).not.toHaveProperty('set-cookie')
  })
})

describe('no click', () => {
  it('is a reload, or the link opened again in the same browser', async () => {
    const { code } = await buildReferrer(app)
    const agent = visit(app)
    for (let times = 0; times < 3; times += 1) await openLink(agent, code).expect(303)
    await openLink(agent, newCode())
    await openLink(agent, code).expect(303)
    await openLink(visit(app), code)
    await expectClicks(code, 2)
  })

  it('is what asks only for the headers', () =>
    expectNoClickBy((code) =>
      visit(app).head(`/r/${code}`).set('User-Agent', browserName).expect(303),
    ))

  it.each([
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
  ])('is what is fetched ahead (%s): the browser has to ask again', async (name, value) => {
    await expectNoClickBy(async (code) => {
      const { headers } = await openLink(visit(app), code).set(name, value).expect(503)
      expect(headers).not.toHaveProperty('set-cookie')
      expect(headers['cache-control']).toBe('no-store')
    })
    expect(app.logs()).not.toMatch(/"level":50.*"path":"\/r\//)
  })

  it.each(['image', 'iframe', 'script', 'empty'])(
    'is a part of some page, which gets no cookie: %s',
    async (kind) => {
      await expectNoClickBy(async (code) => {
        const { headers } = await openLink(visit(app), code).set('Sec-Fetch-Dest', kind).expect(303)
        expect(headers).not.toHaveProperty('set-cookie')
      })
    },
  )

  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'WhatsApp/2.23.20.0',
    'curl/8.5.0',
    '',
  ])('is that of the program %j, which is led to the page', async (program) => {
    await expectNoClickBy(async (code) => {
      const { headers } = await openLink(visit(app), code).set('User-Agent', program).expect(303)
      expect(headers['location']).toBe(`/?ref=${code}`)
      expect(headers).not.toHaveProperty('set-cookie')
    })
  })
})

it('remembers the three links that were opened last', async () => {
  const [first, second, third, fourth] = [newCode(), newCode(), newCode(), newCode()]
  const agent = visit(app)
  for (const code of [first, second, third, second]) await openLink(agent, code)
  const { headers } = await openLink(agent, fourth)
  expect(readCookie(headers['set-cookie'])).toBe(`referral=${fourth}.${second}.${third}`)
})

it('has a cookie that only this host can set, over TLS', async () => {
  const secure = { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: 'loopback' }
  const { code } = await buildReferrer(app)
  const visitor = visit(await startAppBeside(app, secure))
  const { headers } = await openLink(visitor, code).set('X-Forwarded-Proto', 'https')
  const [cookie] = [headers['set-cookie'] ?? []].flat()
  expect(cookie).toMatch(
    new RegExp(`^__Host-referral=${code}; .*Path=/; .*HttpOnly; Secure; SameSite=Lax$`),
  )
})

it('counts toward the limit on all calls from an address', async () => {
  await app.pool.query('delete from rate_limits')
  const strict = await startAppBeside(app, { LIMITS: '0.01' })
  const statuses = []
  for (let times = 0; times < 7; times += 1)
    statuses.push((await openLink(visit(strict), newCode())).status)
  expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429])
})

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

/** Someone who only refers others, with a new account. */
async function registerWith(claim: string) {
  const { uploadKey: _none, ...person } = buildRegistration({ uploadKey: '', claim })
  return (await visit(app).post('/api/referrers').send(person).expect(201)).body
}

describe('claiming a link', () => {
  it('needs a session, and is not for the administrator', async () => {
    const { claim: token } = await refer()
    await sendClaim(visit(app), token).expect(401, pleaseLogIn)
    await sendClaim(admin, token).expect(403)
    const agent = await logIn(app, await buildUser(app))
    await sendClaim(agent, token).expect(200)
  })

  it('is refused, as another link is, to someone who is erased in the meantime', async () => {
    const { claim: token } = await refer()
    for (const send of [
      (agent: Agent) => sendClaim(agent, token),
      (agent: Agent) => agent.post('/api/referral-link'),
    ]) {
      const user = await buildUser(app)
      const agent = await logIn(app, user)
      const erasing = { statement: 'delete from users where id = $1', id: user.id, waiting: 1 }
      const { status } = await meetAtLock(app, erasing, async () => send(agent))
      expect(status).toBe(401)
    }
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
    expect(await linksOf((await registerWith(token)).id)).toMatchObject([{ code }])
    const [other] = await linksOf((await registerWith(token)).id)
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
        takeDecision(ctxIn(app, tx), { kind: 'user', id: person.id, decision, isSilent: true }),
      () => sendClaim(agent, token).expect(200),
    )
    expect(await owed(claimer)).toBe(cents)
  })

  it('with a new account, while its person is being approved, earns what is due', async () => {
    const { code, claim: token } = await refer()
    const { id } = await applyAnew(app, { referralCode: code })
    // Two who come from one network may be one.
    await app.pool.query('update users set terms_accepted_from = null where id = $1', [id])
    const decision = { status: 'approved', reason: '', mayNotify: false } as const
    const claimer = await sendBeside(
      app,
      (tx) => takeDecision(ctxIn(app, tx), { kind: 'user', id, decision, isSilent: true }),
      () => registerWith(token),
    )
    expect(await owed(claimer)).toBe(50_000)
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

describe('someone who registers', () => {
  it.each(['.', '&utm_source=newsletter', '\u200b', ` ${'and what was said with it '.repeat(9)}`])(
    'was referred by the code in what their browser sends: %j',
    async (rest) => {
      const { id: referrerId, code } = await buildReferrer(app)
      const { id } = await applyIn(app, visit(app), { referralCode: `${code}${rest}` })
      expect(await findReferred(app, id)).toMatchObject({ referrerId, code, source: 'link' })
    },
  )

  it('was referred by whose link they opened', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, code)
    const { id } = await applyIn(app, agent)
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId, source: 'link' })
    const [event] = await eventsOf(app, `user:${id}`)
    expect(event).toMatchObject({ action: 'account.registered', details: { referred: 'link' } })
  })

  it('was referred by the code that came with the form, where no cookie is kept', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const { id } = await applyIn(app, visit(app), { referralCode: code.toLowerCase() })
    expect(await findReferred(app, id)).toMatchObject({ code, referrerId, source: 'link' })
  })

  it('was referred by the last of two links', async () => {
    const [first, last] = [await buildReferrer(app), await buildReferrer(app)]
    const agent = visit(app)
    await openLink(agent, first.code)
    await openLink(agent, last.code)
    // The form is still on the page that the first one led to.
    const { id } = await applyIn(app, agent, { referralCode: first.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: last.id })
  })

  it('was referred by the one of two links that still leads anywhere', async () => {
    const [first, last] = [await buildReferrer(app), await buildReferrer(app)]
    const agent = visit(app)
    await openLink(agent, last.code)
    await replace(last.code)
    const { id } = await applyIn(app, agent, { referralCode: first.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: first.id })
  })

  it('was referred by the last link that leads anywhere, whatever was opened after it', async () => {
    const [first, good] = [await buildReferrer(app), await buildReferrer(app)]
    const dead = await buildReferrer(app)
    await replace(dead.code)
    const agent = visit(app)
    for (const code of [first.code, good.code, dead.code]) await openLink(agent, code)
    const { id } = await applyIn(app, agent, { referralCode: dead.code })
    expect(await findReferred(app, id)).toMatchObject({ code: good.code, referrerId: good.id })
  })

  it.each(['AAAAAAAA', 'nonsense', '', "'; drop table users; --"])(
    'is not kept from it by the code %j',
    async (referralCode) => {
      const agent = visit(app).set('Cookie', `referral=${referralCode}`)
      const { id } = await applyIn(app, agent, { referralCode })
      expect(await findReferred(app, id)).toBeUndefined()
    },
  )

  it.each([
    ['that was replaced meanwhile', ({ code }: { code: string }) => replace(code)],
    [
      'whose owner’s account was deleted meanwhile',
      ({ id }: { id: number }) => app.db.delete(users).where(eq(users.id, id)),
    ],
  ])('is not referred by a link %s', async (_which, end) => {
    const referrer = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, referrer.code)
    await end(referrer)
    expect(await findReferred(app, (await applyIn(app, agent)).id)).toBeUndefined()
  })

  it('is registered all the same while the account of the person who referred them is being deleted', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const lock = { statement: 'delete from users where id = $1', id: referrerId, waiting: 1 }
    const { id } = await meetAtLock(app, lock, () =>
      applyIn(app, visit(app), { referralCode: code }),
    )
    expect(await findReferred(app, id)).toBeUndefined()
  })

  it('was referred by the link before when the referrer of the last is removed in the meantime', async () => {
    const [first, last] = [await buildReferrer(app), await buildReferrer(app)]
    const agent = visit(app).set('Cookie', `referral=${last.code}`)
    const { id } = await sendBeside(
      app,
      (tx) => eraseAccount(ctxIn(app, tx), last.id),
      () => applyIn(app, agent, { referralCode: first.code }),
    )
    expect(await findReferred(app, id)).toMatchObject({ referrerId: first.id })
  })

  it('is referred by no one when they opened no link', async () => {
    expect(await findReferred(app, (await applyIn(app)).id)).toBeUndefined()
  })

  it('leaves nothing behind when the registration is refused', async () => {
    const { code } = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, code)
    const { email } = await applyIn(app)
    const body = { email, uploadKey: 'k'.repeat(43), referralCode: newCode() }
    await agent.post('/api/register').send(body).expect(400)
    const { rows } = await app.pool.query('select 1 from referred_people where code = $1', [code])
    expect(rows).toEqual([])
  })
})

const referFor = async (agent: ReturnType<typeof visit>, referralEmail: string) => {
  const form = buildReferral({ referralEmail })
  return (await agent.post('/api/referrals').send(form).expect(201)).body
}

describe('someone who was named in the referral form', () => {
  let serial = 0
  const newAddress = () => `named-${(serial += 1)}@gmail.com`

  it('was referred by its sender, however the address is written', async () => {
    const sender = await buildReferrer(app)
    const email = newAddress()
    await referFor(await logIn(app, sender), email)
    const written = email.replace('named', 'Na.Med').replace('@', '+portal@')
    const { id } = await applyIn(app, visit(app), { email: written })
    expect(await findReferred(app, id)).toMatchObject({
      code: sender.code,
      referrerId: sender.id,
      source: 'form',
    })
  })

  it('was referred by the link they opened, if they opened one', async () => {
    const [sender, other] = [await buildReferrer(app), await buildReferrer(app)]
    const email = newAddress()
    await referFor(await logIn(app, sender), email)
    const { id } = await applyIn(app, visit(app), { email, referralCode: other.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: other.id, source: 'link' })
  })

  it('was referred by the person who named them first in the last 90 days', async () => {
    const senders = [await buildReferrer(app), await buildReferrer(app), await buildReferrer(app)]
    const email = newAddress()
    for (const sender of senders) await referFor(await logIn(app, sender), email)
    const [longAgo, first] = senders
    await app.pool.query(
      "update referrals set created_at = now() - interval '90 days' where link_code = $1",
      [longAgo?.code],
    )
    const { id } = await applyIn(app, visit(app), { email })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: first?.id })
  })

  it('becomes the referral of a sender who was not logged in once that one owns the link', async () => {
    const email = newAddress()
    const { claim } = await referFor(visit(app), email)
    const { id } = await applyIn(app, visit(app), { email })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: null, source: 'form' })
    const sender = await buildReferrer(app)
    const agent = await logIn(app, sender)
    await agent
      .post('/api/referral-claims')
      .send({ token: claim })
      .expect(200, { code: sender.code })
    expect(await findReferred(app, id)).toMatchObject({ referrerId: sender.id })
  })
})

it('codes are of every letter, each another one', () => {
  const codes = Array.from({ length: 500 }, newCode)
  expect(codes.filter((code) => readCode(code) !== code)).toEqual([])
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(codes.join('')).size).toBe(codeAlphabet.length)
})
