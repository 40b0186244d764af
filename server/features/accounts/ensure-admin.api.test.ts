import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { invalid } from '@tests/support/portal/answers'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildUser } from '@tests/support/portal/factories'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { users } from '../../db/schema/users'
import { AdminMissingError, ensureAdmin, recoverAdmin } from './ensure-admin'

const app = await startSharedApp()

/** The newest event of what came before a test. */
let lastEvent = 0

beforeEach(async () => {
  await app.db.delete(users).where(eq(users.isAdmin, 1))
  await app.pool.query('delete from rate_limits')
  const { rows } = await app.pool.query('select coalesce(max(id), 0) as last from audit_events')
  lastEvent = rows[0].last
})
afterEach(() => vi.useRealTimers())

const email = 'boss@example.com'
const login = { email, password: 'nine purple lanterns over Denver' }
const newPassword = 'eleven quiet lighthouses'
const ensure = (overrides: Partial<Parameters<typeof ensureAdmin>[0]> = {}) =>
  ensureAdmin({ ...app, ...login, isOneTime: false, ...overrides })
const recover = () => recoverAdmin({ ...app, email })
const tryLogin = (typed: object) => visit(app).post('/api/login').send(typed)

const admins = () => app.db.select().from(users).where(eq(users.isAdmin, 1))
const actions = async () =>
  (
    await app.pool.query(
      `select action from audit_events
        where id > $1 and (action like 'admin.%' or action like '%factor%') order by id`,
      [lastEvent],
    )
  ).rows.map(({ action }) => action)

describe('the administrator', () => {
  it('is created at the first start and can log in', async () => {
    await ensure()
    const agent = await logIn(app, login)
    await agent.get('/api/admin/status').expect(200, { isAdmin: true })
    await agent.get('/api/admin/users').expect(200)
    expect(await actions()).toEqual(['admin.created'])
  })

  it('is left alone by later starts, whatever the environment says then', async () => {
    const admin = await buildAdmin(app)
    const before = await admins()
    await ensure({ isOneTime: true })
    await ensure({ email: undefined, password: undefined })
    expect(await admins()).toEqual(before)
    await tryLogin(login).expect(401)
    await (await logIn(app, admin)).get('/api/admin/users').expect(200)
  })

  it('is created once by processes that start at the same time', async () => {
    await Promise.all([1, 2, 3].map((at) => ensure({ email: `boss-${at}@example.com` })))
    expect(await admins()).toHaveLength(1)
    expect(await actions()).toEqual(['admin.created'])
  })

  it('must be named by the environment as long as there is none', async () => {
    await expect(ensure({ password: undefined })).rejects.toThrow(AdminMissingError)
  })

  it.each(['short', 'administrator2026!', email.padEnd(15), 'aaaaaaaaaaaaaaaaaaaa'])(
    'is not created with the password %s',
    async (password) => {
      await expect(ensure({ password })).rejects.toThrow(/^ADMIN_PASSWORD: /)
      expect(await admins()).toEqual([])
    },
  )
})

describe('recovering the administrator', () => {
  it('gives a new password and email, and ends the sessions and mailed links', async () => {
    const admin = await buildAdmin(app, login)
    const before = await logIn(app, login)
    const partner = await logIn(app, await buildUser(app))
    const token = await buildResetLink(app, admin)
    const newEmail = 'new-boss@example.com'
    const password = await recoverAdmin({ ...app, email: newEmail })
    const reset = { token, password: 'whoever has the old mailbox' }
    await before.post('/api/password-reset/confirm').send(reset).expect(400)
    expect(password).toMatch(/^[\w-]{24}$/)
    await before.get('/api/user').expect(401)
    await tryLogin(login).expect(401)
    await partner.get('/api/user').expect(200)
    const agent = await logIn(app, { email: newEmail, password })
    await agent.get('/api/admin/status').expect(200, { isAdmin: true })
    expect(await admins()).toHaveLength(1)
    expect(await actions()).toEqual(['admin.recovered'])
  })

  it('turns the second factor off, and leaves a trace of it', async () => {
    const admin = await buildAdmin(app, { email })
    await turnOnSecondFactor(await logIn(app, admin), admin.password)
    await logIn(app, { email, password: await recover() })
    expect(await actions()).toEqual([
      'account.second-factor-on',
      'admin.recovered',
      'account.second-factor-off',
    ])
  })

  it('creates it when there is none', async () => {
    await logIn(app, { email, password: await recover() })
  })
})

/** Both ways to a one-time password. */
const ways: [string, () => Promise<string>][] = [
  ['recovery on the server', recover],
  [
    'the environment, where two-step login is required',
    async () => {
      await ensure({ isOneTime: true })
      return login.password
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
    await tryLogin({ email, password }).expect(401)
    const again = await logIn(app, { email, password: newPassword })
    await again.get('/api/admin/users').expect(200)
  })

  it('logs in for 24 hours, and then says what to do to the person who knows it', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const password = await give()
    vi.setSystemTime(Date.now() + 24 * 3_600_000 - 60_000)
    await logIn(app, { email, password })
    vi.setSystemTime(Date.now() + 120_000)
    await tryLogin({ email, password }).expect(401, {
      message:
        'This one-time password has expired. Run npm run portal -- admin on the server for a new one.',
      code: 'unauthorized',
    })
    const { body } = await tryLogin({ email, password: 'a guess' }).expect(401)
    expect(body.message).toBe('Invalid email or password. Please try again.')
  })
})

describe('a one-time password', () => {
  it('cannot be kept', async () => {
    const password = await recover()
    const agent = await logIn(app, { email, password })
    const message = 'Choose a password that’s different from the one-time password.'
    await agent
      .post('/api/password')
      .send({ currentPassword: password, newPassword: password })
      .expect(400, invalid('newPassword', message))
    await agent.get('/api/admin/users').expect(403)
  })

  it('is good for one session at a time, should the answer of a login be lost', async () => {
    const password = await recover()
    const lost = await logIn(app, { email, password })
    const agent = await logIn(app, { email, password })
    await lost.get('/api/user').expect(401)
    await agent.get('/api/user').expect(200)
  })

  it('is replaced by a password chosen through a mailed link', async () => {
    const agent = await logIn(app, { email, password: await recover() })
    const { body } = await agent.get('/api/user').expect(200)
    const token = await buildResetLink(app, body)
    const reset = { token, password: newPassword }
    await visit(app).post('/api/password-reset/confirm').send(reset).expect(200)
    const again = await logIn(app, { email, password: newPassword })
    await again.get('/api/admin/users').expect(200)
  })
})
