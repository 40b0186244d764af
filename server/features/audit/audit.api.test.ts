import type { Response } from 'supertest'
import { describe, expect, it } from 'vitest'
import { logInAdmin, visit } from '@tests/support/portal/agents'
import { startTestApp } from '@tests/support/portal/app'
import { buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { portalItself, recordEvent } from './record-event'

const app = await startSharedApp()
const admin = await logInAdmin(app)

const events = async () => (await app.pool.query('select * from audit_events order by id')).rows

describe('the audit trail', () => {
  it('refuses to be changed, shortened or emptied', async () => {
    await recordEvent(app.db, portalItself, 'admin.created', {
      object: 'user:1',
      details: { a: 1 },
    })
    const before = await events()
    expect(before.length).toBeGreaterThan(0)
    for (const statement of [
      "update audit_events set action = 'nothing'",
      'update audit_events set details = null where id = 1',
      'delete from audit_events',
      'delete from audit_events where id = 1',
      'truncate audit_events',
      'truncate users cascade; truncate audit_events',
      "insert into audit_events (id, action) values (1, 'forged')",
    ]) {
      await expect(app.asOwner(statement)).rejects.toThrow(/append-only|non-DEFAULT/)
    }
    expect(await events()).toEqual(before)
  })

  it('holds no event of a change that was rolled back', async () => {
    const before = await events()
    const failed = app.db.transaction(async (tx) => {
      await recordEvent(tx, portalItself, 'user.deleted', { object: 'user:1' })
      throw new Error('undone')
    })
    await expect(failed).rejects.toThrow('undone')
    expect(await events()).toEqual(before)
  })

  it('names the address that the trusted proxy saw, and no claimed one', async () => {
    const user = await buildUser(app)
    const forged = { 'X-Forwarded-For': '203.0.113.9' }
    await visit(app).post('/api/login').set(forged).send(user).expect(200)
    expect((await events()).at(-1)).toMatchObject({ ip: '127.0.0.1' })
    const warnings = () => app.logs().split('forwarded headers from a peer').length - 1
    expect(warnings()).toBe(1)
    await visit(app).post('/api/login').set(forged).send(user).expect(200)
    expect(warnings()).toBe(1)

    const behind = await startTestApp({
      env: { PUBLIC_URL: 'https://portal.example', TRUST_PROXY: 'loopback' },
    })
    const partner = await buildUser(behind)
    await visit(behind)
      .post('/api/login')
      .set({ 'X-Forwarded-For': '198.51.100.1, 203.0.113.9', 'X-Forwarded-Proto': 'https' })
      .send(partner)
      .expect(200)
    const { rows } = await behind.pool.query('select ip from audit_events')
    expect(rows).toEqual([{ ip: '203.0.113.9' }])
    await behind.close()
  })
})

const { name, bytes } = samples.pdf()
const upload = () => visit(app).post('/api/upload').attach('file', bytes, name).expect(201)
const share = (serviceName: string) =>
  visit(app)
    .post('/api/credit-credentials')
    .send({
      serviceName,
      serviceUrl: 'https://score-watch.example',
      username: 'ada',
      password: 'marker',
    })
    .expect(201)

/** What the trail says was done by the request of an answer. */
async function doneBy({ headers }: Pick<Response, 'headers'>) {
  const { rows } = await app.pool.query(
    'select action, object from audit_events where request_id = $1 order by id',
    [headers['x-request-id']],
  )
  return rows
}
const actionsOf = async (answer: Response) => (await doneBy(answer)).map(({ action }) => action)

describe('an event in the audit trail', () => {
  it('carries the id of the request that did it, whatever that was', async () => {
    const uploaded = await upload()
    expect(await actionsOf(uploaded)).toEqual(['file.uploaded'])
    const { uploadKey } = uploaded.body
    const person = buildRegistration({ uploadKey })
    const partner = visit(app)
    const registered = await partner.post('/api/register').send(person).expect(201)
    expect(await actionsOf(registered)).toEqual(['account.registered'])
    const login = (password: string) =>
      visit(app).post('/api/login').send({ email: person.email, password })
    expect(await actionsOf(await login('not the password'))).toEqual(['account.login-failed'])
    expect(await actionsOf(await login(person.password))).toEqual(['account.logged-in'])

    const [file] = (await partner.get('/api/files').expect(200)).body
    const again = samples.png()
    const path = `/api/reupload/${file.id}`
    const replaced = await partner.post(path).attach('file', again.bytes, again.name).expect(200)
    expect(await actionsOf(replaced)).toEqual(['file.replaced'])

    await share('Listed')
    const listed = await admin.get('/api/admin/credentials').expect(200)
    expect(await actionsOf(listed)).toEqual(['credentials.listed'])
    const decided = await admin
      .patch(`/api/admin/files/${file.id}/status`)
      .send({ status: 'approved' })
      .expect(200)
    expect(await doneBy(decided)).toEqual([
      { action: 'file.status-changed', object: `file:${file.id}` },
    ])
    const deleted = await admin.delete(`/api/admin/users/${registered.body.id}`).expect(200)
    expect(await actionsOf(deleted)).toEqual(['user.deleted'])
    const question = { email: person.email, subject: 'Review', message: 'When?' }
    const received = await visit(app).post('/api/messages').send(question).expect(201)
    expect(await actionsOf(received)).toEqual(['message.received'])

    const { rows } = await app.pool.query(
      'select 1 from audit_events where request_id is null and id >= (select min(id) from audit_events where request_id = $1)',
      [uploaded.headers['x-request-id']],
    )
    expect(rows).toEqual([])
    const { body } = await admin.get('/api/admin/audit-events?limit=1').expect(200)
    expect(body[0].requestId).toBe(received.headers['x-request-id'])
  })

  it('carries no other request’s id, however many are under way', async () => {
    const shared = Array.from({ length: 10 }, async (_share, at) => {
      const answer = await share(`Service ${at}`)
      const { rows } = await app.pool.query(
        "select 'credential:' || id as object from monitoring_credentials where upload_key = $1",
        [answer.body.uploadKey],
      )
      expect(await doneBy(answer)).toEqual([{ action: 'credential.shared', ...rows[0] }])
    })
    const uploads = Array.from({ length: 10 }, async () => {
      const answer = await upload()
      const { rows } = await app.pool.query(
        "select 'file:' || id as object from files where upload_key = $1",
        [answer.body.uploadKey],
      )
      expect(await doneBy(answer)).toEqual([{ action: 'file.uploaded', ...rows[0] }])
    })
    await Promise.all([...shared, ...uploads])
  })

  it('carries none when no request did it', async () => {
    await recordEvent(app.db, portalItself, 'keys.rotated')
    const { rows } = await app.pool.query(
      "select request_id from audit_events where action = 'keys.rotated'",
    )
    expect(rows).toEqual([{ request_id: null }])
  })
})
