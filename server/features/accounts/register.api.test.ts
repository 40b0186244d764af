import { count, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { termsVersion } from '@shared/accounts'
import { ascending } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { readUser } from '@tests/support/portal/stored-user'
import { eventsOf } from '@tests/support/portal/audit-events'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'

const app = await startSharedApp()

const register = (body: object, agent = visit(app)) => agent.post('/api/register').send(body)
const newKey = async () => (await buildFile(app)).uploadKey
const tryLogin = (email: string, password: string) =>
  visit(app).post('/api/login').send({ email, password })

const filesOf = (userId: number) => app.db.select().from(files).where(eq(files.userId, userId))
const credentialsOf = (userId: number) =>
  app.db.select().from(monitoringCredentials).where(eq(monitoringCredentials.userId, userId))

describe('registering', () => {
  it('creates an account that is logged in and owns the uploaded file', async () => {
    const file = await buildFile(app)
    const registration = buildRegistration({ uploadKey: file.uploadKey })
    const agent = visit(app)
    const { body } = await register(registration, agent).expect(201)

    const user = await readUser(app, registration.email)
    expect(body).toEqual({
      id: user?.id,
      firstName: 'Ada',
      lastName: 'Applicant',
      email: registration.email,
      phoneNumber: '(303) 555-0199',
      status: 'pending',
      isAdmin: 0,
      statusReason: null,
      statusAt: null,
      createdAt: user?.createdAt.toISOString(),
    })
    await agent.get('/api/user').expect(200, body)
    const { body: own } = await agent.get('/api/files').expect(200)
    expect(own).toMatchObject([{ id: file.id, userId: user?.id, uploadKey: file.uploadKey }])
    expect(await filesOf(body.id)).toMatchObject([{ id: file.id, claimedAt: expect.any(Date) }])
  })

  it('takes the uploadKey of shared credentials as well', async () => {
    const { id, uploadKey } = await buildCredential(app)
    const { body } = await register(buildRegistration({ uploadKey })).expect(201)
    expect(await credentialsOf(body.id)).toMatchObject([{ id, claimedAt: expect.any(Date) }])
  })

  it('keeps when and from where which terms were agreed to', async () => {
    const registration = buildRegistration({ uploadKey: await newKey() })
    await register(registration).expect(201)
    expect(await readUser(app, registration.email)).toMatchObject({
      termsVersion,
      termsAcceptedAt: expect.any(Date),
      termsAcceptedFrom: '127.0.0.1',
    })
  })

  it.each([
    ['keeps when it was consented', true, expect.any(Date)],
    ['needs no consent', undefined, null],
  ])('%s to be contacted', async (_what, contactConsent, contactConsentAt) => {
    const registration = buildRegistration({ uploadKey: await newKey(), contactConsent })
    await register(registration).expect(201)
    expect(await readUser(app, registration.email)).toMatchObject({
      contactConsent: Boolean(contactConsent),
      contactConsentAt,
    })
  })

  it('replaces the session of anyone who was logged in before', async () => {
    const before = await buildUser(app)
    const agent = await logIn(app, before)
    const registration = buildRegistration({ uploadKey: await newKey() })
    const { body } = await register(registration, agent).expect(201)
    await agent.get('/api/user').expect(200, body)
    expect(body.id).not.toBe(before.id)
  })

  it('leaves an audit event without personal data', async () => {
    const { body } = await register(buildRegistration({ uploadKey: await newKey() })).expect(201)
    const events = await eventsOf(app, `user:${body.id}`)
    expect(events).toMatchObject([
      { action: 'account.registered', actorId: body.id, ip: '127.0.0.1' },
    ])
    expect(JSON.stringify(events)).not.toContain('Applicant')
  })
})

describe('a new password', () => {
  it.each([
    ['exactly eight characters', 'vq7#mTz2', 'VQ7#MTZ2'],
    ['control characters', 'before\t\u0001\u001fafter it', 'before after it'],
    ['spaces at both ends', '  spaced at both ends  ', 'spaced at both ends'],
    ['accents', 'r\u00e9sum\u00e9 caf\u00e9', 'resume cafe'],
    ['emoji and other scripts', 'пароль 🔐 密码 كلمة', 'пароль 🔒 密码 كلمة'],
    ['more than 72 bytes', `${'k'.repeat(71)}y and a long tail`, `${'k'.repeat(71)}y`],
    ['1,024 bytes', `${'Az9'.repeat(341)}x`, `${'Az9'.repeat(341)}y`],
  ])('may have %s, and logs in as typed, no other way', async (_what, password, other) => {
    const registration = buildRegistration({ uploadKey: await newKey(), password })
    await register(registration).expect(201)
    await tryLogin(registration.email, other).expect(401)
    await tryLogin(registration.email, password).expect(200)
  })

  it.each(['NFC', 'NFD'])(
    'composed as %s is the same to log in with, and to confirm by',
    async (form) => {
      const typed = 'résumé café à Łódź'
      const password = typed.normalize(form)
      const registration = buildRegistration({ uploadKey: await newKey(), password })
      await register(registration).expect(201)
      for (const other of ['NFC', 'NFD']) {
        const again = typed.normalize(other)
        await tryLogin(registration.email, again).expect(200)
        const agent = await logIn(app, { email: registration.email, password: again })
        await agent.post('/api/reauthenticate').send({ password: again }).expect(200)
        const next = { currentPassword: again, newPassword: password }
        await agent.post('/api/password').send(next).expect(200)
      }
    },
  )
})

/** Sends all at the same time; returns the statuses, lowest first. */
async function registerAtOnce(registrations: object[]): Promise<number[]> {
  const answers = await Promise.all(registrations.map((body) => register(body)))
  return ascending(answers.map((answer) => answer.status))
}

async function accountsNamed(lastName: string): Promise<number> {
  const [row] = await app.db.select({ of: count() }).from(users).where(eq(users.lastName, lastName))
  return row?.of ?? 0
}

describe('registrations at the same time', () => {
  it('with one key end in one account, whether it is of a file or of credentials', async () => {
    const keys = [await newKey(), (await buildCredential(app)).uploadKey]
    for (const [index, uploadKey] of keys.entries()) {
      const lastName = `One-Key-${index}`
      const four = Array.from({ length: 4 }, () => buildRegistration({ uploadKey, lastName }))
      expect(await registerAtOnce(four)).toEqual([201, 409, 409, 409])
      expect(await accountsNamed(lastName)).toBe(1)
    }
  })

  it('with one email end in one account, and one claimed key', async () => {
    const lastName = 'One-Email'
    const uploads = [await buildFile(app), await buildFile(app), await buildCredential(app)]
    const { email } = buildRegistration({})
    const three = uploads.map(({ uploadKey }, index) =>
      buildRegistration({ uploadKey, lastName, email: index === 0 ? email.toUpperCase() : email }),
    )
    expect(await registerAtOnce(three)).toEqual([201, 409, 409])
    expect(await accountsNamed(lastName)).toBe(1)
    const owner = await readUser(app, email)
    if (!owner) throw new Error('No account was created.')
    expect([...(await filesOf(owner.id)), ...(await credentialsOf(owner.id))]).toHaveLength(1)
  })

  it('of one form sent twice end in one account, and one answer that it worked', async () => {
    const { uploadKey, id } = await buildFile(app)
    const registration = buildRegistration({ uploadKey, lastName: 'Twice' })
    expect(await registerAtOnce([registration, registration])).toEqual([201, 409])
    expect(await accountsNamed('Twice')).toBe(1)
    const owner = await readUser(app, registration.email)
    expect(await filesOf(owner?.id ?? 0)).toMatchObject([{ id }])
  })
})
