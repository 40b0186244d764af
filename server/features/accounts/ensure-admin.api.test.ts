import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { logIn } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { auditEvents } from '../../db/schema/audit-events'
import { users } from '../../db/schema/users'
import { AdminMissingError, ensureAdmin, recoverAdmin } from './ensure-admin'

let app: TestApp

beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.close())

const login = { email: 'boss@example.com', password: 'a password of the environment' }
const admins = () => app.db.select().from(users).where(eq(users.isAdmin, 1))
const actions = async () =>
  (await app.db.select().from(auditEvents))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('admin.'))

describe('the administrator', () => {
  it('is created at the first start and can log in', async () => {
    await ensureAdmin({ ...app, isOneTime: false, ...login })
    const agent = await logIn(app, login)
    await agent.get('/api/admin/status').expect(200, { isAdmin: true })
    expect(await actions()).toEqual(['admin.created'])
  })

  it('is left alone by later starts, whatever the environment says then', async () => {
    await ensureAdmin({ ...app, isOneTime: false, ...login })
    const before = await admins()
    await ensureAdmin({
      ...app,
      isOneTime: false,
      email: 'other@example.com',
      password: 'another long password',
    })
    await ensureAdmin({ ...app, isOneTime: false, email: undefined, password: undefined })
    expect(await admins()).toEqual(before)
  })

  it('is created once by processes that start at once', async () => {
    await Promise.all(
      [1, 2, 3].map((at) =>
        ensureAdmin({ ...app, isOneTime: false, ...login, email: `boss-${at}@example.com` }),
      ),
    )
    expect(await admins()).toHaveLength(1)
    expect(await actions()).toEqual(['admin.created'])
  })

  it('must be named by the environment as long as there is none', async () => {
    const half = { email: login.email, password: undefined }
    await expect(ensureAdmin({ ...app, isOneTime: false, ...half })).rejects.toThrow(
      AdminMissingError,
    )
  })

  it.each(['short', 'administrator2026!', login.email.padEnd(15), 'aaaaaaaaaaaaaaaaaaaa'])(
    'is not created with the password %s',
    async (password) => {
      const weak = { ...login, password }
      await expect(ensureAdmin({ ...app, isOneTime: false, ...weak })).rejects.toThrow(
        /^ADMIN_PASSWORD: /,
      )
      expect(await admins()).toEqual([])
    },
  )
})

describe('recovering the administrator', () => {
  it('gives a new password and email, and ends the sessions and mailed links', async () => {
    await ensureAdmin({ ...app, isOneTime: false, ...login })
    const before = await logIn(app, login)
    const partner = await logIn(app, await buildUser(app))
    const email = 'new-boss@example.com'
    const [admin] = await admins()
    const token = await buildResetLink(app, { id: admin?.id ?? 0 })
    const password = await recoverAdmin({ ...app, email })
    const reset = { token, password: 'whoever has the old mailbox' }
    await before.post('/api/password-reset/confirm').send(reset).expect(400)
    expect(password).toMatch(/^[\w-]{24}$/)
    await before.get('/api/user').expect(401)
    await before.post('/api/login').send(login).expect(401)
    await partner.get('/api/user').expect(200)
    const agent = await logIn(app, { email, password })
    await agent.get('/api/admin/status').expect(200, { isAdmin: true })
    expect(await admins()).toHaveLength(1)
    expect(await actions()).toEqual(['admin.created', 'admin.recovered'])
  })

  it('creates it when there is none', async () => {
    const password = await recoverAdmin({ ...app, email: login.email })
    await logIn(app, { email: login.email, password })
  })
})
