import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { notFound } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildAdmin, buildCredential, buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { sendBeside } from '@tests/support/portal/send-beside'
import type { Transaction } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { decide } from '../decisions/decide'
import { sealedColumn } from './queries'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)

const own = '/api/credit-credentials'
const correction = {
  serviceName: 'Credit Karma',
  serviceUrl: 'https://credit-karma.example/login',
  username: 'rosa@example.com',
  password: ' the new secret ',
  notes: 'The blue one.',
}

const correct = (agent: Agent, { id }: { id: number }, change: object = {}) =>
  agent.patch(`${own}/${id}`).send({ ...correction, ...change })

async function stored(id: number) {
  const [row] = await app.db
    .select()
    .from(monitoringCredentials)
    .where(eq(monitoringCredentials.id, id))
  return row
}

async function build(overrides: Parameters<typeof buildCredential>[1] = {}) {
  const owner = await buildUser(app)
  const login = await buildCredential(app, { owner, password: 'the old secret', ...overrides })
  return { owner, login, agent: await logIn(app, owner) }
}

describe('correcting a shared login', () => {
  it('replaces all of it, nothing of the old left, and puts it back into review', async () => {
    const { login, agent } = await build({
      notes: 'old notes',
      status: 'rejected',
      statusReason: 'The password was refused.',
      lastOpenedAt: new Date(),
    })
    const { body, text } = await correct(agent, login).expect(200)
    const { password, notes, ...shown } = correction
    expect(body).toMatchObject({
      ...shown,
      status: 'pending',
      statusReason: null,
      lastOpenedAt: null,
    })
    expect(Date.parse(body.sharedAt)).toBeGreaterThan(Date.parse(body.createdAt))
    expect(text).not.toContain('secret')
    const row = await stored(login.id)
    const open = (sealed: string | null | undefined, column: 'password' | 'notes') =>
      app.sealer.open(sealed ?? '', sealedColumn(column, login.id))
    expect(open(row?.sealedPassword, 'password')).toBe(password)
    expect(open(row?.sealedNotes, 'notes')).toBe(notes)
    expect(row?.sealedPassword).not.toBe(login.sealedPassword)
    const events = await eventsOf(app, `credential:${login.id}`)
    expect(events.at(-1)).toMatchObject({ action: 'credential.corrected', details: null })
  })

  it('without notes leaves none', async () => {
    const { login, agent } = await build({ notes: 'old notes' })
    await correct(agent, login, { notes: '' }).expect(200)
    expect((await stored(login.id))?.sealedNotes).toBeNull()
  })

  it('ends with the decision about the person', async () => {
    const { owner, login, agent } = await build()
    await admin
      .patch(`/api/admin/users/${owner.id}/status`)
      .send({ status: 'approved' })
      .expect(200)
    const { body } = await correct(agent, login).expect(409)
    expect(body.message).toBe(
      'We’ve decided about your application and won’t use this login again.',
    )
    expect((await stored(login.id))?.username).toBe(login.username)
  })

  it('at the moment of that decision waits for it, and comes too late', async () => {
    const { owner, login, agent } = await build()
    const approve = (tx: Transaction) =>
      decide(tx, {
        kind: 'user',
        id: owner.id,
        mail: null,
        decision: { status: 'approved' },
        by: { id: account.id, ip: '127.0.0.1' },
      })
    const { status } = await sendBeside(app, approve, () => correct(agent, login))
    expect(status).toBe(409)
    expect((await stored(login.id))?.username).toBe(login.username)
  })

  it('keeps a decision about the old values from being taken about the new ones', async () => {
    const { login, agent } = await build()
    const { body: listed } = await admin.get('/api/admin/credentials?limit=1').expect(200)
    const decision = { status: 'approved', basedOn: 'pending', basedOnVersion: listed[0].version }
    await correct(agent, login).expect(200)
    const path = `/api/admin/credentials/${login.id}/status`
    const { body } = await admin.patch(path).send(decision).expect(409)
    expect(body.message).toBe(
      'The partner corrected this login in the meantime. Please look at it again.',
    )
    const { body: again } = await admin.get('/api/admin/credentials?limit=1').expect(200)
    await admin
      .patch(path)
      .send({ ...decision, basedOnVersion: again[0].version })
      .expect(200)
  })
})

it.each(['patch', 'delete'] as const)('a login is its owner’s alone to %s', async (method) => {
  const { login } = await build()
  const other = await build()
  const unclaimed = await buildCredential(app)
  for (const agent of [other.agent, admin])
    for (const { id } of [login, unclaimed])
      await agent[method](`${own}/${id}`).send(correction).expect(404, notFound)
  await visit(app)[method](`${own}/${login.id}`).send(correction).expect(401)
  for (const { id, username } of [login, unclaimed])
    expect(await stored(id)).toMatchObject({ username })
})

describe('withdrawing a shared login', () => {
  it.each(['pending', 'approved', 'rejected'] as const)(
    'deletes it at once, %s or not, and says so in the trail',
    async (status) => {
      const { owner, login, agent } = await build({ status })
      await agent.delete(`${own}/${login.id}`).expect(200, { message: 'Login withdrawn' })
      expect(await stored(login.id)).toBeUndefined()
      await agent.get(own).expect(200, [])
      await agent.delete(`${own}/${login.id}`).expect(404, notFound)
      const events = await eventsOf(app, `credential:${login.id}`)
      expect(events.at(-1)).toMatchObject({ action: 'credential.withdrawn', actorId: owner.id })
    },
  )

  it('at the moment of a decision ends with no login and a clean answer to both', async () => {
    const { login, agent } = await build()
    const lock = {
      statement: 'select 1 from monitoring_credentials where id = $1 for update',
      id: login.id,
    }
    const [withdrawn, decided] = await meetAtLock(app, lock, () =>
      Promise.all([
        agent.delete(`${own}/${login.id}`),
        admin
          .patch(`/api/admin/credentials/${login.id}/status`)
          .send({ status: 'approved', basedOn: 'pending' }),
      ]),
    )
    expect(withdrawn.status).toBe(200)
    expect([200, 404]).toContain(decided.status)
    expect(await stored(login.id)).toBeUndefined()
  })
})

describe('when staff looked', () => {
  it('is known from the listing that showed the password, and from nothing else', async () => {
    const { login, agent } = await build({ serviceName: 'Seen Watch' })
    const seen = async () => (await agent.get(own).expect(200)).body[0].lastOpenedAt
    await admin.get('/api/admin/credentials/overview').expect(200)
    await admin.get('/api/admin/credentials?search=another-service').expect(200)
    expect(await seen()).toBeNull()
    await admin.get('/api/admin/credentials?search=seen%20watch').expect(200)
    expect(Math.abs(Date.parse(await seen()) - Date.now())).toBeLessThan(60_000)
    expect((await stored(login.id))?.status).toBe('pending')
  })

  it('is known from the one that was revealed by itself, too', async () => {
    const { login, agent } = await build()
    await admin.post(`/api/admin/credentials/${login.id}/reveal`).expect(200)
    const { body } = await agent.get(own).expect(200)
    expect(body[0].lastOpenedAt).toMatch(/Z$/)
  })
})
