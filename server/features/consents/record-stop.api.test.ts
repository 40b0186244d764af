import { asc, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { consentKinds, currentTexts, type ConsentState } from '@shared/consents'
import { notFound } from '@tests/support/portal/answers'
import { logIn, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { consents } from '../../db/schema/consents'
import { sendQueuedMail } from '../mail/send-queued-mail'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const stop = (id: number, kinds: readonly string[], way = 'phone') =>
  admin.post(`/api/admin/users/${id}/consents/stop`).send({ kinds, way })
const write = (to: string) =>
  admin.post('/api/admin/emails').send({ to, subject: 'Your review', body: 'Hello' })
const give = (agent: Agent, kind: keyof typeof currentTexts) =>
  agent
    .post(`/api/consents/${kind}`)
    .send({ isGiven: true, textVersion: currentTexts[kind] })
    .expect(200)

/** Someone who agreed to everything. */
async function buildAgreeing() {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  for (const kind of consentKinds) await give(agent, kind)
  return { user, agent }
}

const rowsOf = (userId: number) =>
  app.db.select().from(consents).where(eq(consents.userId, userId)).orderBy(asc(consents.id))

describe('a STOP that the administrator records', () => {
  it('withdraws what was said, with who recorded it, when and in what way', async () => {
    const { user, agent } = await buildAgreeing()
    const { body } = await stop(user.id, ['texts', 'email'], 'text').expect(200)
    const given = body.filter(({ isGiven }: ConsentState) => isGiven)
    expect(given.map(({ kind }: ConsentState) => kind)).toEqual(['calls', 'recording'])
    expect(body[1]).toMatchObject({
      kind: 'texts',
      isGiven: false,
      at: expect.stringMatching(/Z$/),
      ip: null,
      source: 'text',
      recordedBy: 'Portal Administrator',
    })
    // Themselves they read how and when, not by whom.
    const own = (await agent.get('/api/consents').expect(200)).body[1]
    expect(own).toMatchObject({ isGiven: false, source: 'text', ip: null })
    expect(own).not.toHaveProperty('recordedBy')
    const [event] = (await admin.get(`/api/admin/audit-events?object=user:${user.id}`)).body
    expect(event).toMatchObject({
      action: 'consent.withdrawn',
      actor: { id: account.id },
      details: { to: 'texts, email', text: 'texts.1, email.1', source: 'text' },
    })
  })

  it('stops what is sent at once, what waits in the outbox included', async () => {
    const { user, agent } = await buildAgreeing()
    const count = async () => (await admin.get('/api/admin/sms').expect(200)).body.agreed
    const before = await count()
    const { body: queued } = await write(user.email).expect(201)
    await stop(user.id, ['calls', 'texts', 'email']).expect(200)
    await write(user.email).expect(409)
    await sendQueuedMail({ ...app, mailId: queued.id })
    const { rows } = await app.pool.query('select status from mails where id = $1', [queued.id])
    expect(rows).toEqual([{ status: 'cancelled' }])
    expect(await count()).toBe(before - 1)
    const { body: listed } = await admin.get(`/api/admin/users?search=${user.email}`).expect(200)
    expect(listed).toMatchObject([{ contactConsent: false }])
    await give(agent, 'email')
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
    await expect(
      app.pool.query(
        `insert into consents (user_id, kind, is_given, text_version, source, recorded_by)
         values ($1, 'calls', true, 'calls.1', 'phone', $2)`,
        [user.id, account.id],
      ),
    ).rejects.toThrow('consents_recorded')
    for (const wrong of [[], ['letters'], ['calls', 'calls']])
      await stop(user.id, wrong).expect(400)
    await stop(user.id, ['calls'], 'account').expect(400)
    await stop(account.id, ['calls']).expect(403)
    await stop(2_000_000_000, ['calls']).expect(404, notFound)
  })
})
