import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { consentKinds, consentTexts, currentTexts, type ConsentState } from '@shared/consents'
import { notFound } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { buildRegistration } from '@tests/support/samples/forms'
import { consents } from '../../db/schema/consents'
import { sendQueuedMail } from '../mail/send-queued-mail'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const account = await buildAdmin(app)
const admin = await logIn(app, account)

/** Someone who has just signed up, with the box or without it. */
async function signUp(contactConsent: boolean) {
  const { uploadKey } = await buildFile(app)
  const agent = visit(app)
  const registration = buildRegistration({ uploadKey, contactConsent })
  const { body } = await agent.post('/api/register').send(registration).expect(201)
  return { agent, id: Number(body.id) }
}

const give = (agent: Agent, kind: keyof typeof currentTexts) =>
  agent.post(`/api/consents/${kind}`).send({ isGiven: true, textVersion: currentTexts[kind] })
const withdraw = (agent: Agent, kind: string) =>
  agent.post(`/api/consents/${kind}`).send({ isGiven: false })
const given = (body: ConsentState[]) =>
  body.filter(({ isGiven }) => isGiven).map(({ kind }) => kind)

/** How many may be texted. */
const countAgreed = async () => (await admin.get('/api/admin/sms').expect(200)).body.agreed

const rowsOf = (userId: number) =>
  app.db.select().from(consents).where(eq(consents.userId, userId)).orderBy(asc(consents.id))

const mayBeContacted = async (id: number) =>
  (await app.pool.query('select contact_consent as may from users where id = $1', [id])).rows[0].may

/** What the trail says that someone did about consents: which, the text and where. */
async function trailOf(id: number) {
  const { rows } = await app.pool.query(
    `select action, details ->> 'to' as kinds, details ->> 'text' as text, details ->> 'source' as source
     from audit_events where object = 'user:' || $1::int and actor_id = $1 and action like 'consent.%'
     order by id`,
    [id],
  )
  return rows.map(({ action, kinds, text, source }) => [action, kinds, text, source])
}

describe('the box of the application form', () => {
  it('gives calls, texts and email, as its words say, and no recording', async () => {
    const { agent, id } = await signUp(true)
    const { body } = await agent.get('/api/consents').expect(200)
    expect(body.map(({ kind }: ConsentState) => kind)).toEqual([...consentKinds])
    expect(given(body)).toEqual(['calls', 'texts', 'email'])
    expect(body[0]).toEqual({
      kind: 'calls',
      isGiven: true,
      isForOtherNumber: false,
      at: expect.stringMatching(/Z$/),
      ip: '127.0.0.1',
      source: 'sign-up',
      agreedText: consentTexts['sign-up.1'],
      currentText: consentTexts['calls.1'],
      currentVersion: 'calls.1',
    })
    expect(body[3]).toMatchObject({ kind: 'recording', isGiven: false, at: null, agreedText: null })
    expect(await mayBeContacted(id)).toBe(true)
    expect(await trailOf(id)).toEqual([
      ['consent.given', 'calls, texts, email', 'sign-up.1', 'sign-up'],
    ])
  })

  it('left empty gives nothing', async () => {
    const { agent, id } = await signUp(false)
    expect(given((await agent.get('/api/consents').expect(200)).body)).toEqual([])
    expect(await rowsOf(id)).toEqual([])
  })
})

describe('a consent', () => {
  it('is given and withdrawn by itself, each time with its text, and all of it is kept', async () => {
    const { agent, id } = await signUp(true)
    expect(given((await withdraw(agent, 'texts').expect(200)).body)).toEqual(['calls', 'email'])
    const { body } = await give(agent, 'recording').expect(200)
    expect(given(body)).toEqual(['calls', 'email', 'recording'])
    expect(body[3]).toMatchObject({ agreedText: consentTexts['recording.2'], source: 'account' })
    expect(given((await give(agent, 'texts').expect(200)).body)).toEqual([...consentKinds])
    const rows = await rowsOf(id)
    expect(rows.map(({ kind, isGiven, textVersion }) => [kind, isGiven, textVersion])).toEqual([
      ['calls', true, 'sign-up.1'],
      ['texts', true, 'sign-up.1'],
      ['email', true, 'sign-up.1'],
      ['texts', false, 'sign-up.1'],
      ['recording', true, 'recording.2'],
      ['texts', true, 'texts.1'],
    ])
    expect((await trailOf(id)).slice(1)).toEqual([
      ['consent.withdrawn', 'texts', 'sign-up.1', 'account'],
      ['consent.given', 'recording', 'recording.2', 'account'],
      ['consent.given', 'texts', 'texts.1', 'account'],
    ])
  })

  it('said twice, even at the same time, is kept once', async () => {
    const { agent, id } = await signUp(true)
    const lock = { statement: 'select 1 from users where id = $1 for update', id }
    await meetAtLock(app, lock, () =>
      Promise.all([withdraw(agent, 'calls').expect(200), withdraw(agent, 'calls').expect(200)]),
    )
    await withdraw(agent, 'recording').expect(200)
    expect(await rowsOf(id)).toHaveLength(4)
  })

  it('may be contacted in no way once all three are withdrawn; recording is no contact', async () => {
    const { agent, id } = await signUp(true)
    await give(agent, 'recording').expect(200)
    await withdraw(agent, 'calls').expect(200)
    await withdraw(agent, 'texts').expect(200)
    expect(await mayBeContacted(id)).toBe(true)
    await withdraw(agent, 'email').expect(200)
    expect(await mayBeContacted(id)).toBe(false)
  })

  it('is not given to a text that is not in use, or to something else', async () => {
    const agent = await logIn(app, await buildUser(app))
    const old = { isGiven: true, textVersion: 'sign-up.1' }
    const { body } = await agent.post('/api/consents/texts').send(old).expect(409)
    expect(body.message).toMatch(/^This text has changed/)
    await agent.post('/api/consents/letters').send({ isGiven: false }).expect(404, notFound)
  })

  it('is not the administrator’s to give', async () => {
    await give(admin, 'email').expect(403)
  })

  it('shows to the administrator as it is now', async () => {
    const { agent, id } = await signUp(true)
    await withdraw(agent, 'email').expect(200)
    const { body } = await admin.get(`/api/admin/users/${id}/consents`).expect(200)
    expect(given(body)).toEqual(['calls', 'texts'])
  })
})

describe('the table', () => {
  it('takes no change and no deletion, but goes with the account', async () => {
    const { id } = await signUp(true)
    for (const statement of [
      `update consents set is_given = false where user_id = ${id}`,
      `delete from consents where user_id = ${id}`,
    ]) {
      await expect(app.asOwner(statement)).rejects.toThrow('consents is append-only')
      await expect(app.pool.query(statement)).rejects.toThrow('permission denied')
    }
    await admin.delete(`/api/admin/users/${id}`).expect(200)
    expect(await rowsOf(id)).toEqual([])
  })
})

describe('how many may be texted', () => {
  it('counts those who agree to texts now', async () => {
    const before = await countAgreed()
    const { agent } = await signUp(true)
    expect(await countAgreed()).toBe(before + 1)
    await withdraw(agent, 'texts').expect(200)
    expect(await countAgreed()).toBe(before)
    await give(agent, 'texts').expect(200)
    await withdraw(agent, 'calls').expect(200)
    expect(await countAgreed()).toBe(before + 1)
  })
})

const stop = (id: number, kinds: readonly string[], way = 'phone') =>
  admin.post(`/api/admin/users/${id}/consents/stop`).send({ kinds, way })
const write = (to: string) =>
  admin.post('/api/admin/emails').send({ to, subject: 'Your review', body: 'Hello' })

/** Someone who agreed to everything. */
async function buildAgreeing() {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  for (const kind of consentKinds) await give(agent, kind).expect(200)
  return { user, agent }
}

describe('a STOP that the administrator records', () => {
  it('withdraws what was said, with who recorded it, when and in what way', async () => {
    const { user, agent } = await buildAgreeing()
    const { body } = await stop(user.id, ['texts', 'email'], 'text').expect(200)
    expect(given(body)).toEqual(['calls', 'recording'])
    const at = expect.stringMatching(/Z$/)
    const stopped = { kind: 'texts', isGiven: false, at, ip: null, source: 'text' }
    expect(body[1]).toMatchObject({ ...stopped, recordedBy: 'Portal Administrator' })
    // They read how and when, not who recorded it.
    const own = (await agent.get('/api/consents').expect(200)).body[1]
    expect(own).toMatchObject(stopped)
    expect(own).not.toHaveProperty('recordedBy')
    const [event] = (await admin.get(`/api/admin/audit-events?object=user:${user.id}`)).body
    expect(event).toMatchObject({
      action: 'consent.withdrawn',
      actor: { id: account.id },
      details: { to: 'texts, email', text: 'texts.1, email.2', source: 'text' },
    })
  })

  it('stops what is sent right away, and what is queued in the outbox', async () => {
    const { user, agent } = await buildAgreeing()
    const before = await countAgreed()
    const { body: queued } = await write(user.email).expect(201)
    await stop(user.id, ['calls', 'texts', 'email']).expect(200)
    await write(user.email).expect(409)
    await sendQueuedMail(app, queued.id)
    const { rows } = await app.pool.query('select status from mails where id = $1', [queued.id])
    expect(rows).toEqual([{ status: 'cancelled' }])
    expect(await countAgreed()).toBe(before - 1)
    const { body: listed } = await admin.get(`/api/admin/users?search=${user.email}`).expect(200)
    expect(listed).toMatchObject([{ contactConsent: false }])
    await give(agent, 'email').expect(200)
    await write(user.email).expect(201)
  })

  it('counts of someone who never agreed, and once', async () => {
    const user = await buildUser(app)
    await write(user.email).expect(201)
    await Promise.all([stop(user.id, ['email']), stop(user.id, ['email'], 'letter')])
    expect(await rowsOf(user.id)).toHaveLength(1)
    await write(user.email).expect(409)
  })

  it('gives nothing, changes no earlier word, and is for partners alone', async () => {
    const { user } = await buildAgreeing()
    const earlier = await rowsOf(user.id)
    await stop(user.id, ['calls']).expect(200)
    expect((await rowsOf(user.id)).slice(0, -1)).toEqual(earlier)
    const consent = `insert into consents (user_id, kind, is_given, text_version, source, recorded_by)
      values (${user.id}, 'calls', true, 'calls.1', 'phone', ${account.id})`
    await expect(app.pool.query(consent)).rejects.toThrow('consents_recorded')
    await stop(account.id, ['calls']).expect(403)
    await stop(2_000_000_000, ['calls']).expect(404, notFound)
  })
})
