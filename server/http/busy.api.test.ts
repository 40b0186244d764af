import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'

const app = await startSharedApp({ env: { LIMITS: '1' } })

const busy = {
  message: 'The portal is busy. Please try again in a moment.',
  code: 'unavailable',
}

/** Keeps as many passwords being hashed as may be, each for another address, until the work is done. */
async function whileHashingIsFull(work: () => Promise<void>): Promise<void> {
  const controller = new AbortController()
  const hashOn = async () => {
    while (!controller.signal.aborted) {
      const caller = { address: randomUUID(), hungUp: new AbortController().signal }
      await app.passwords.hash('a long enough phrase', { caller })
    }
  }
  const queue = Array.from({ length: 42 }, hashOn)
  await work().finally(() => controller.abort())
  await Promise.all(queue)
}

describe('with 42 passwords waiting to be hashed', () => {
  it('logins and registrations are turned away, and not counted', async () => {
    const user = await buildUser(app)
    const { email, password } = user
    const { uploadKey } = await buildFile(app)
    const registration = buildRegistration({ uploadKey })
    await whileHashingIsFull(async () => {
      const { headers } = await visit(app)
        .post('/api/login')
        .send({ email, password })
        .expect(503, busy)
      expect(headers['retry-after']).toBe('5')
      await visit(app).post('/api/register').send(registration).expect(503, busy)
    })
    const counts = () =>
      Promise.all([
        app.limits.count('loginPerIp', '127.0.0.1'),
        app.limits.count('registerHour', '127.0.0.1'),
      ])
    await eventually(async () => expect(await counts()).toEqual([0, 0]))
    await logIn(app, user)
    await visit(app).post('/api/register').send(registration).expect(201)
  })
})

describe('a login that cannot be checked', () => {
  it('is not counted as a failure', async () => {
    const { email, password } = await buildUser(app)
    await app.asOwner('alter table users rename to users_away')
    try {
      await visit(app).post('/api/login').send({ email, password }).expect(500)
    } finally {
      await app.asOwner('alter table users_away rename to users')
    }
    expect(await app.limits.count('loginPerIp', '127.0.0.1')).toBe(0)
  })
})

describe('a statement that waits', () => {
  it('is ended after 5 seconds with a 503, and its connection used again', async () => {
    const agent = await logIn(app, await buildUser(app))
    const other = new Client({ connectionString: app.databaseUrl })
    await other.connect()
    await other.query('begin')
    await other.query('lock table files in access exclusive mode')
    const { headers } = await agent.get('/api/files').expect(503, busy)
    expect(headers['retry-after']).toBe('5')
    await other.end()
    await agent.get('/api/files').expect(200, [])
  })
})
