import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { listedEvent, personHistory } from '@shared/audit'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { auditEvents } from '../../db/schema/audit-events'
import { mails } from '../../db/schema/mail'
import { users } from '../../db/schema/users'

const path = '/api/admin/audit-events'

const app = await startSharedApp()
const admin = await logInAdmin(app)

describe('the list of audit events', () => {
  it('tells who did what, newest first', async () => {
    const user = await buildUser(app)
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'approved' }).expect(200)
    const { body, headers } = await admin.get(path).expect(200)
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
      .get(path)
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
      const { body } = await admin.get(path).query(query).expect(200)
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
    await admin.get(path).query(query).expect(400)
  })
})

const actionsOf = async (query: object) => {
  const { body, headers } = await admin
    .get(path)
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

const at = (second: number) => new Date(Date.UTC(2100, 2, 14, 5, 0, second)).toISOString()

describe('the trail, narrowed', () => {
  it('to a person: what they did, and what was done with them and what is theirs', async () => {
    const { user, all } = await buildEventful()
    await buildEventful()
    expect(await actionsOf({ person: user.id })).toEqual(all)
    const page = await admin.get(path).query({ person: user.id, limit: 4 }).expect(200)
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
      const event = { action: 'template.changed', object, at: new Date(at(second)) }
      await app.db.insert(auditEvents).values(event)
    }
    const count = async (query: object) => (await actionsOf({ object, ...query })).length
    expect(await count({})).toBe(4)
    expect(await count({ from: at(1) })).toBe(3)
    expect(await count({ to: at(3) })).toBe(3)
    expect(await count({ from: at(1), to: at(3) })).toBe(2)
    expect(await count({ from: at(4) })).toBe(0)
    expect(await actionsOf({ from: at(1), to: at(3) })).toHaveLength(2)
    expect(await actionsOf({ from: at(1), kind: 'email' })).toHaveLength(3)
  })
})

describe('the history of a person', () => {
  it('has what happened and the emails to them, newest first', async () => {
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
    await admin.patch(`/api/admin/users/${user.id}/status`).send({ status: 'rejected' }).expect(200)
    const { body } = await admin.get(`/api/admin/users/${user.id}/history`).expect(200)
    expect(personHistory.parse(body)).toMatchObject([
      { event: { action: 'user.status-changed', objectName: 'Ada Park' } },
      { mail: { subject: 'Welcome', status: 'sent' } },
      { event: { action: 'account.logged-in' } },
    ])
  })

  it('is empty for a person who does not exist', async () => {
    await admin.get('/api/admin/users/2147483647/history').expect(404)
  })
})
