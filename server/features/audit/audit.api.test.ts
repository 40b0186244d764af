import { eq } from 'drizzle-orm'
import type { Response } from 'supertest'
import { describe, expect, it } from 'vitest'
import { listedEvent, personHistory } from '@shared/audit'
import { logIn, logInConfirmedAdmin, visit } from '@tests/support/portal/agents'
import { startTestApp } from '@tests/support/portal/app'
import { setUpBulkRuns } from '@tests/support/portal/bulk-runs'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { payoutSettings } from '@tests/support/portal/feature-calls'
import { actAsAdministrator, buildMatch, nextHours } from '@tests/support/portal/introductions'
import { lineOf, readyTotal, runsPath, setUpPayouts } from '@tests/support/portal/payouts'
import { applyIn, buildReferrer } from '@tests/support/portal/referral-links'
import { buildHold, buildReferred } from '@tests/support/portal/referrals'
import { startSharedApp, startAppBeside } from '@tests/support/portal/shared-app'
import { buildReferral, buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { auditEvents } from '../../db/schema/audit-events'
import { mails } from '../../db/schema/mail'
import { messages } from '../../db/schema/messages'
import { texts } from '../../db/schema/texts'
import { users } from '../../db/schema/users'
import { sealedText } from '../texts/queries'
import { portalItself, recordEvent } from './record-event'

const app = await startSharedApp()

const { admin, boss } = await logInConfirmedAdmin(app)

const trailPath = '/api/admin/audit-events'

describe('the list of audit events', () => {
  it('tells who did what, newest first', async () => {
    const user = await buildUser(app)
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)
    const { body, headers } = await admin.get(trailPath).expect(200)
    expect(listedEvent.array().parse(body)[0]).toMatchObject({
      action: 'user.status-changed',
      object: `user:${user.id}`,
      ip: '127.0.0.1',
      details: { status: 'approved' },
    })
    expect(body[0].actor.email).toMatch(/@/)
    expect(headers['x-total-count']).toBe(String(body.length))
  })

  it('tells what happened to one thing, also after the people in it are gone', async () => {
    const user = await buildUser(app)
    await logIn(app, user)
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    const { body } = await admin
      .get(trailPath)
      .query({ object: `user:${user.id}` })
      .expect(200)
    expect(body).toMatchObject([
      { action: 'user.deleted', actor: { email: expect.any(String) } },
      { action: 'account.logged-in', actor: { id: user.id, email: null } },
    ])
  })

  it('names who and what as they are called now, and no one who is gone', async () => {
    const user = await buildUser(app, { firstName: 'Ada', lastName: 'Park' })
    const file = await buildFile(app, { owner: user, fileName: 'report.pdf' })
    const decide = admin.patch(`/api/admin/files/${file.id}/status`)
    await decide.send({ status: 'approved' }).expect(200)
    const newest = async (query: object) => {
      const { body } = await admin.get(trailPath).query(query).expect(200)
      return listedEvent.array().parse(body)[0]
    }
    const about = { object: `file:${file.id}` }
    expect(await newest(about)).toMatchObject({
      objectName: 'report.pdf',
      owner: { id: user.id, name: 'Ada Park' },
      actor: { name: 'Portal Administrator' },
    })
    await app.db.update(users).set({ lastName: 'Parker' }).where(eq(users.id, user.id))
    expect(await newest(about)).toMatchObject({ owner: { name: 'Ada Parker' } })
    await admin.delete(`/api/admin/users/${user.id}`).expect(200)
    expect(await newest(about)).toMatchObject({ objectName: null, owner: null })
    expect(await newest({ object: `user:${user.id}` })).toMatchObject({ objectName: null })
  })

  it.each([
    { person: 'me' },
    { actor: 'someone' },
    { kind: 'everything' },
    { from: 'yesterday' },
    { to: '2026-02-30T00:00:00Z' },
  ])('refuses %o', async (query) => {
    await admin.get(trailPath).query(query).expect(400)
  })
})

const actionsOf = async (query: object) => {
  const { body, headers } = await admin
    .get(trailPath)
    .query({ limit: 100, ...query })
    .expect(200)
  expect(headers['x-total-count']).toBe(String(body.length))
  return listedEvent
    .array()
    .parse(body)
    .map(({ action, object }) => `${action} ${object}`)
}

/** Someone who logged in, has a document and a login that were decided about, and an email. */
async function buildEventful() {
  const user = await buildUser(app, {
    firstName: 'Zoë',
    lastName: `Núñez ${crypto.randomUUID()}`,
  })
  await logIn(app, user)
  const file = await buildFile(app, { owner: user, fileName: `${user.lastName}.pdf` })
  const credential = await buildCredential(app, { owner: user })
  for (const [list, id] of [
    ['files', file.id],
    ['credentials', credential.id],
    ['users', user.id],
  ] as const) {
    const decide = admin.patch(`/api/admin/${list}/${id}/status`)
    await decide.send({ status: 'approved' }).expect(200)
  }
  const all = [
    `user.status-changed user:${user.id}`,
    `credential.status-changed credential:${credential.id}`,
    `file.status-changed file:${file.id}`,
    `credential.shared credential:${credential.id}`,
    `file.uploaded file:${file.id}`,
    `account.logged-in user:${user.id}`,
  ]
  return { user, file, all }
}

const secondsIn = (second: number) => new Date(Date.UTC(2100, 2, 14, 5, 0, second)).toISOString()

describe('the trail, narrowed', () => {
  it('to a person: what they did, and what was done with them and what is theirs', async () => {
    const { user, all } = await buildEventful()
    await buildEventful()
    expect(await actionsOf({ person: user.id })).toEqual(all)
    const page = await admin.get(trailPath).query({ person: user.id, limit: 4 }).expect(200)
    const next = /<([^>]+)>/.exec(page.headers['link'] ?? '')?.[1] ?? ''
    const { body } = await admin.get(next).expect(200)
    expect([...page.body, ...body].map(({ action }) => action)).toEqual(
      all.map((line) => line.split(' ')[0]),
    )
  })

  it('by a search for a person or a document', async () => {
    const { user, file, all } = await buildEventful()
    await buildEventful()
    expect(await actionsOf({ search: `zoë ${user.lastName.toUpperCase()}` })).toEqual(all)
    expect(await actionsOf({ search: file.fileName })).toEqual(
      all.filter((line) => /file:/.test(line)),
    )
    expect(await actionsOf({ search: 'no one like that' })).toEqual([])
  })

  it('to one kind, to one person’s doing, and to that of no one', async () => {
    const { user, all } = await buildEventful()
    expect(await actionsOf({ person: user.id, kind: 'decisions' })).toEqual(all.slice(0, 3))
    expect(await actionsOf({ person: user.id, kind: 'logins' })).toEqual(all.slice(5))
    expect(await actionsOf({ person: user.id, actor: 'none' })).toEqual(all.slice(3, 5))
    expect(await actionsOf({ actor: user.id })).toEqual(all.slice(5))
    const { body: account } = await admin.get('/api/user').expect(200)
    const decisions = await actionsOf({ actor: account.id, kind: 'decisions' })
    expect(decisions.slice(0, 3)).toEqual(all.slice(0, 3))
    expect(await actionsOf({ kind: 'documents', actor: 'none' })).toContain(all[4])
  })

  it('to what came from one moment on and before another', async () => {
    // Later than all others, as their ids are.
    const object = 'template:welcome'
    for (const second of [0, 1, 2, 3]) {
      const event = { action: 'template.changed', object, at: new Date(secondsIn(second)) }
      await app.db.insert(auditEvents).values(event)
    }
    const count = async (query: object) => (await actionsOf({ object, ...query })).length
    expect(await count({})).toBe(4)
    expect(await count({ from: secondsIn(1) })).toBe(3)
    expect(await count({ to: secondsIn(3) })).toBe(3)
    expect(await count({ from: secondsIn(1), to: secondsIn(3) })).toBe(2)
    expect(await count({ from: secondsIn(4) })).toBe(0)
    expect(await actionsOf({ from: secondsIn(1), to: secondsIn(3) })).toHaveLength(2)
    expect(await actionsOf({ from: secondsIn(1), kind: 'email' })).toHaveLength(3)
  })
})

describe('the history of a person', () => {
  it('has what happened, what was written to them and what they wrote, newest first', async () => {
    const user = await buildUser(app, { firstName: 'Ada', lastName: 'Park' })
    await logIn(app, user)
    await app.db.insert(mails).values({
      messageId: crypto.randomUUID(),
      kind: 'welcome',
      recipient: user.email,
      subject: 'Welcome',
      status: 'sent',
      userId: user.id,
    })
    await app.db.insert(messages).values({
      name: 'Ada Park',
      email: user.email,
      subject: 'Where is my report?',
      message: 'Hello,\nI sent it.',
      userId: user.id,
    })
    // An address that someone typed proves nothing.
    const stranger = { name: 'Eve', subject: 'I am Ada', message: 'Call me at 555-0100.' }
    await app.db.insert(messages).values({ ...stranger, email: user.email })
    const id = 77_001
    await app.db.insert(texts).values({
      id,
      userId: user.id,
      kind: 'composed',
      recipient: '+13035550199',
      sealedContent: app.sealer.seal('Please call us.', sealedText(id)),
      segments: 1,
      notAfter: new Date(),
    })
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'rejected' }).expect(200)
    const { body } = await admin.get(`/api/admin/users/${user.id}/history`).expect(200)
    expect(personHistory.parse(body)).toMatchObject([
      { event: { action: 'user.status-changed', objectName: 'Ada Park' } },
      { text: { id, status: 'queued', body: 'Please call us.' } },
      { message: { subject: 'Where is my report?', message: 'Hello,\nI sent it.', status: 'new' } },
      { mail: { subject: 'Welcome', status: 'sent' } },
      { event: { action: 'account.logged-in' } },
    ])
  })

  it('is empty for a person who does not exist', async () => {
    await admin.get('/api/admin/users/2147483647/history').expect(404)
  })
})

const {
  adjust,
  buildPayee,
  decide: decidePayee,
  prepare,
  prepareDraft,
  settle,
} = setUpPayouts(app, admin, boss)

const bulk = setUpBulkRuns(app, admin)

/** Mails are queued only where they could be sent; nothing sends them. */
const startMailing = () => startAppBeside(app, { SMTP_URL: 'smtp://127.0.0.1:2' })

/** What the trail gains while something is done, in order. */
async function recorded(work: () => PromiseLike<unknown>): Promise<string[]> {
  const { rows: before } = await app.pool.query('select coalesce(max(id), 0) from audit_events')
  await work()
  const { rows } = await app.pool.query(
    'select action from audit_events where id > $1 order by id',
    [before[0].coalesce],
  )
  return rows.map(({ action }) => action)
}

describe('the trail has', () => {
  it('how a payout run is prepared, approved and settled', async () => {
    const { payee } = await buildPayee()
    await adjust(payee, 10_000)
    expect(await recorded(prepare)).toEqual(['payout-run.prepared'])
    const draft = await prepareDraft()
    const approve = admin.post(`${runsPath}/${draft.id}/approve`).send(readyTotal(draft))
    expect(await recorded(() => approve.expect(200))).toEqual([
      'payout.approved',
      'payout-run.approved',
    ])
    const failed = settle(lineOf(draft, payee)?.id, { state: 'failed', reason: 'Returned' })
    expect(await recorded(() => failed.expect(200))).toEqual(['payout.failed'])
    const settings = { ...payoutSettings, minimumCents: 3_000 }
    const changed = admin.put('/api/admin/payout-settings').send(settings)
    expect(await recorded(() => changed.expect(200))).toEqual(['payout-settings.changed'])
  })

  it('what a person earns, keeps and loses', async () => {
    const referrer = await buildReferrer(app)
    const referred = await buildReferred(app, referrer)
    const { id: holdId } = await buildHold(app, referred.referralId)
    expect(await recorded(() => decidePayee(referred, 'approved'))).toEqual(['user.status-changed'])
    const release = { outcome: 'released', note: 'Twins' }
    const released = admin.post(`/api/admin/reward-holds/${holdId}/settle`).send(release)
    expect(await recorded(() => released.expect(200))).toEqual([
      'reward-hold.settled',
      'reward.earned',
    ])
    expect(await recorded(() => decidePayee(referred, 'rejected'))).toEqual([
      'user.status-changed',
      'reward.reversed',
    ])
  })

  it('who refers whom, and by which link', async () => {
    const referrer = await buildReferrer(app)
    const agent = await logIn(app, referrer)
    const person = await buildUser(app)
    const set = admin
      .put(`/api/admin/users/${person.id}/referrer`)
      .send({ referrer: referrer.email, reason: 'Said so on the phone' })
    expect(await recorded(() => set.expect(200))).toContain('user.referrer-set')
    const renewed = agent.post('/api/referral-link')
    expect(await recorded(() => renewed.expect(200))).toEqual(['account.referral-link-replaced'])
    const { body } = await visit(app).post('/api/referrals').send(buildReferral()).expect(201)
    const claimed = agent.post('/api/referral-claims').send({ token: body.claim })
    expect(await recorded(() => claimed.expect(200))).toEqual(['referral-link.claimed'])
  })

  it('a bulk run, from its start to its end', async () => {
    const people = await bulk.buildPeople(2)
    const selection = { rows: people.map(({ id }) => ({ id, basedOn: 'pending' })) }
    const body = { action: 'approve', selection, reason: 'Seen' }
    let runId = 0
    expect(await recorded(async () => (runId = (await bulk.start(body)).id))).toEqual([
      'bulk-run.started',
    ])
    expect(await recorded(() => bulk.work(runId))).toEqual([
      'user.status-changed',
      'user.status-changed',
      'bulk-run.finished',
    ])
    const { id } = await bulk.start({ ...body, action: 'reject', reason: 'Changed our mind' })
    const stopped = admin.post(`/api/admin/bulk-runs/${id}/stop`)
    expect(await recorded(() => stopped.expect(200))).toEqual(['bulk-run.stopped'])
  })

  it('documents that come and go', async () => {
    const owner = await buildUser(app)
    const { uploadKey } = await buildFile(app)
    const linked = (await logIn(app, owner)).post(`/api/link-file/${uploadKey}`)
    expect(await recorded(() => linked.expect(200))).toEqual(['file.linked'])
    const { id } = await buildFile(app, { owner })
    const removed = admin.delete(`/api/admin/files/${id}`)
    expect(await recorded(() => removed.expect(200))).toEqual(['file.deleted'])
  })

  it('mails that are written, stopped and sent again, and templates that are reset', async () => {
    const draft = { to: 'rosa@partner.example', subject: 'Hello', body: 'Some words.' }
    const writer = await logIn(await startMailing(), boss)
    let mailId = 0
    const compose = async () => {
      const { body } = await writer.post('/api/admin/emails').send(draft).expect(201)
      mailId = body.id
    }
    expect(await recorded(compose)).toEqual(['mail.composed'])
    const act = (what: string) => writer.post(`/api/admin/emails/${mailId}/${what}`).expect(200)
    expect(await recorded(() => act('cancel'))).toEqual(['mail.cancelled'])
    expect(await recorded(() => act('resend'))).toEqual(['mail.resent'])
    const { body } = await writer.get('/api/admin/email-templates').expect(200)
    const reset = writer.delete(`/api/admin/email-templates/${body[0].id}`)
    expect(await recorded(() => reset.expect(200))).toEqual(['template.reset'])
  })

  it('notes that are changed and removed', async () => {
    const person = await buildUser(app)
    const added = admin.post(`/api/admin/users/${person.id}/notes`).send({ text: 'Called.' })
    const { body: note } = await added.expect(201)
    const path = `/api/admin/notes/${note.id}`
    const edited = admin.patch(path).send({ text: 'Called twice.' })
    expect(await recorded(() => edited.expect(200))).toEqual(['note.edited'])
    expect(await recorded(() => admin.delete(path).expect(200))).toEqual(['note.deleted'])
  })

  it('how people manage their accounts', async () => {
    const person = await applyIn(app, visit(app))
    const agent = await logIn(await startMailing(), person)
    const names = { firstName: 'Zoë', lastName: 'Núñez', phoneNumber: '(970) 555-0177' }
    const corrected = agent.patch('/api/user').send({ ...names, currentPassword: person.password })
    expect(await recorded(() => corrected.expect(200))).toContain('account.details-corrected')
    const path = '/api/email-change'
    const newEmail = 'zoe-elsewhere@partner.example'
    const asked = agent.post(path).send({ newEmail, currentPassword: person.password })
    expect((await asked).status).toBeLessThan(300)
    expect(await recorded(() => agent.delete(path))).toEqual(['account.email-change-withdrawn'])
    await agent.put('/api/mail-choices/payout').send({ isWanted: false }).expect(200)
    const wanted = agent.put('/api/mail-choices/payout').send({ isWanted: true })
    expect(await recorded(() => wanted.expect(200))).toEqual(['mail.wanted'])
    const ended = admin.delete(`/api/admin/users/${person.id}/sessions`)
    expect(await recorded(() => ended.expect(200))).toEqual(['account.sessions-ended'])
    const again = await logIn(app, person)
    expect(await recorded(() => again.post('/api/logout').expect(200))).toEqual([
      'account.logged-out',
    ])
  })

  it('the steps of an introduction', async () => {
    const { id } = await buildMatch(app, admin)
    const host = actAsAdministrator(admin, id)
    expect(await recorded(() => host.offer(nextHours()))).toEqual(['match.times-offered'])
    const renewed = admin.post(`/api/admin/matches/${id}/link`)
    expect(await recorded(() => renewed)).toEqual(['match.link-renewed'])
    await host.end()
    expect(await recorded(() => host.undo())).toEqual(['match.undone'])
  })
})

const events = async () => (await app.pool.query('select * from audit_events order by id')).rows

describe('the audit trail', () => {
  it('refuses to be changed, shortened or emptied', async () => {
    await recordEvent({ db: app.db, by: portalItself }, 'admin.created', 'user:1', { a: 1 })
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
      await recordEvent({ db: tx, by: portalItself }, 'user.deleted', 'user:1')
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
    const warnings = () => app.logs().split('forwarded headers from 127.0.0.1, which').length - 1
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

const recordedActions = async (answer: Response) =>
  (await doneBy(answer)).map(({ action }) => action)

describe('an event in the audit trail', () => {
  it('carries the id of the request that did it, whatever that was', async () => {
    const uploaded = await upload()
    expect(await recordedActions(uploaded)).toEqual(['file.uploaded'])
    const { uploadKey } = uploaded.body
    const person = buildRegistration({ uploadKey })
    const partner = visit(app)
    const registered = await partner.post('/api/register').send(person).expect(201)
    expect(await recordedActions(registered)).toEqual(['account.registered'])
    const login = (password: string) =>
      visit(app).post('/api/login').send({ email: person.email, password })
    expect(await recordedActions(await login('not the password'))).toEqual(['account.login-failed'])
    expect(await recordedActions(await login(person.password))).toEqual(['account.logged-in'])

    const [file] = (await partner.get('/api/files').expect(200)).body
    const again = samples.png()
    const path = `/api/reupload/${file.id}`
    const replaced = await partner.post(path).attach('file', again.bytes, again.name).expect(200)
    expect(await recordedActions(replaced)).toEqual(['file.replaced'])

    await share('Listed')
    const listed = await admin.get('/api/admin/credentials').expect(200)
    expect(await recordedActions(listed)).toEqual(['credentials.listed'])
    const decided = await admin
      .patch(`/api/admin/files/${file.id}/status`)
      .send({ status: 'approved' })
      .expect(200)
    expect(await doneBy(decided)).toEqual([
      { action: 'file.status-changed', object: `file:${file.id}` },
    ])
    const deleted = await admin.delete(`/api/admin/users/${registered.body.id}`).expect(200)
    expect(await recordedActions(deleted)).toEqual(['user.deleted'])
    const question = { email: person.email, subject: 'Review', message: 'When?' }
    const received = await visit(app).post('/api/messages').send(question).expect(201)
    expect(await recordedActions(received)).toEqual(['message.received'])

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
    await recordEvent({ db: app.db, by: portalItself }, 'keys.rotated')
    const { rows } = await app.pool.query(
      "select request_id from audit_events where action = 'keys.rotated'",
    )
    expect(rows).toEqual([{ request_id: null }])
  })
})
