import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { invalid } from '@tests/support/portal/answers'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin } from '@tests/support/portal/factories'
import { ensureAdmin, recoverAdmin } from './ensure-admin'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const email = 'boss@example.com'
const newPassword = 'eleven quiet lighthouses'
const expired = {
  message: 'This one-time password has expired. Run npm run admin on the server for a new one.',
  code: 'unauthorized',
}
const bootstrap = { email, password: 'nine purple lanterns over Denver' }

/** Both ways to a one-time password. */
const ways: [string, () => Promise<string>][] = [
  ['recovery on the server', () => recoverAdmin({ ...app, email })],
  [
    'the environment, where two-step login is required',
    async () => {
      await ensureAdmin({ ...app, ...bootstrap, isOneTime: true })
      return bootstrap.password
    },
  ],
]

describe.each(ways)('the one-time password of %s', (_name, give) => {
  it('opens nothing but the change to another, which opens everything', async () => {
    const password = await give()
    const agent = await logIn(app, { email, password })
    const { body } = await agent.get('/api/admin/users').expect(403)
    expect(body.code).toBe('password-change-required')
    const change = { currentPassword: password, newPassword }
    await agent.post('/api/password').send(change).expect(200)
    await agent.get('/api/admin/users').expect(200)
    await visit(app).post('/api/login').send({ email, password }).expect(401)
    const again = await logIn(app, { email, password: newPassword })
    await again.get('/api/admin/users').expect(200)
  })

  it('cannot be kept', async () => {
    const password = await give()
    const agent = await logIn(app, { email, password })
    const kept = invalid(
      'newPassword',
      'Choose a password that’s different from the one-time password.',
    )
    const change = { currentPassword: password, newPassword: password }
    await agent.post('/api/password').send(change).expect(400, kept)
    await agent.get('/api/admin/users').expect(403)
  })

  it('is good for one session at a time, should the answer of a login be lost', async () => {
    const password = await give()
    const lost = await logIn(app, { email, password })
    const agent = await logIn(app, { email, password })
    await lost.get('/api/user').expect(401)
    await agent.get('/api/user').expect(200)
  })

  it('logs in for 24 hours, and then says what to do to whoever knows it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const password = await give()
    vi.setSystemTime(Date.now() + 24 * 3_600_000 - 60_000)
    await logIn(app, { email, password })
    vi.setSystemTime(Date.now() + 120_000)
    await visit(app).post('/api/login').send({ email, password }).expect(401, expired)
    const { body } = await visit(app)
      .post('/api/login')
      .send({ email, password: 'a guess' })
      .expect(401)
    expect(body.message).toBe('Invalid email or password. Please try again.')
  })

  it('gives way to a password chosen through a mailed link', async () => {
    const password = await give()
    const agent = await logIn(app, { email, password })
    const { body } = await agent.get('/api/user').expect(200)
    const token = await buildResetLink(app, body)
    const reset = { token, password: newPassword }
    await visit(app).post('/api/password-reset/confirm').send(reset).expect(200)
    const again = await logIn(app, { email, password: newPassword })
    await again.get('/api/admin/users').expect(200)
  })
})

describe('the password of the environment', () => {
  it('is the administrator’s own where two-step login is optional', async () => {
    await ensureAdmin({ ...app, ...bootstrap, isOneTime: false })
    const agent = await logIn(app, bootstrap)
    await agent.get('/api/admin/users').expect(200)
  })

  it('is worth nothing once there is an administrator', async () => {
    const admin = await buildAdmin(app)
    await ensureAdmin({ ...app, ...bootstrap, isOneTime: true })
    await visit(app).post('/api/login').send(bootstrap).expect(401)
    const agent = await logIn(app, admin)
    await agent.get('/api/admin/users').expect(200)
  })
})
