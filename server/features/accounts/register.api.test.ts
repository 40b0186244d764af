import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { termsVersion } from '@shared/accounts'
import { invalid } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { readUser } from '@tests/support/portal/stored-user'
import { auditEvents } from '../../db/schema/audit-events'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'

const app = await startSharedApp()

const register = (body: object) => visit(app).post('/api/register').send(body)

describe('registering', () => {
  it('creates an account that is logged in and owns the uploaded file', async () => {
    const file = await buildFile(app)
    const registration = buildRegistration({ uploadKey: file.uploadKey })
    const agent = visit(app)
    const { body } = await agent.post('/api/register').send(registration).expect(201)

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
    const [claimed] = await app.db.select().from(files).where(eq(files.id, file.id))
    expect(claimed?.claimedAt).toBeInstanceOf(Date)
  })

  it('takes the uploadKey of shared credentials as well', async () => {
    const credential = await buildCredential(app)
    const registration = buildRegistration({ uploadKey: credential.uploadKey })
    const { body } = await register(registration).expect(201)
    const [claimed] = await app.db
      .select()
      .from(monitoringCredentials)
      .where(eq(monitoringCredentials.id, credential.id))
    expect(claimed).toMatchObject({ userId: body.id, claimedAt: expect.any(Date) })
  })

  it('keeps when and from where which terms were agreed to, and when contact was consented to', async () => {
    const { uploadKey } = await buildFile(app)
    const registration = buildRegistration({ uploadKey, contactConsent: true })
    await register(registration).expect(201)
    expect(await readUser(app, registration.email)).toMatchObject({
      termsVersion,
      termsAcceptedAt: expect.any(Date),
      termsAcceptedFrom: '127.0.0.1',
      contactConsent: true,
      contactConsentAt: expect.any(Date),
    })
  })

  it('needs no consent to be contacted', async () => {
    const { uploadKey } = await buildFile(app)
    const registration = buildRegistration({ uploadKey })
    await register(registration).expect(201)
    expect(await readUser(app, registration.email)).toMatchObject({
      contactConsent: false,
      contactConsentAt: null,
    })
  })

  it('ignores keys that an applicant may not set', async () => {
    const { uploadKey } = await buildFile(app)
    const registration = buildRegistration({
      uploadKey,
      id: 7,
      userId: 7,
      isAdmin: 1,
      is_admin: 1,
      status: 'approved',
      passwordHash: 'x',
    })
    const { body } = await register(registration).expect(201)
    expect(body).toMatchObject({ isAdmin: 0, status: 'pending' })
    expect(await readUser(app, registration.email)).toMatchObject({ isAdmin: 0, status: 'pending' })
  })

  it('leaves an audit event without personal data', async () => {
    const { uploadKey } = await buildFile(app)
    const { body } = await register(buildRegistration({ uploadKey })).expect(201)
    const events = await app.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.object, `user:${body.id}`))
    expect(events).toMatchObject([
      { action: 'account.registered', actorId: body.id, ip: '127.0.0.1' },
    ])
    expect(JSON.stringify(events)).not.toContain('Applicant')
  })

  it('replaces the session of whoever was logged in before', async () => {
    const before = await buildUser(app)
    const agent = await logIn(app, before)
    const { uploadKey } = await buildFile(app)
    const registration = buildRegistration({ uploadKey })
    const { body } = await agent.post('/api/register').send(registration).expect(201)
    await agent.get('/api/user').expect(200, body)
    expect(body.id).not.toBe(before.id)
  })
})

describe('refused registrations', () => {
  const unknown = {
    message: 'Your upload was not found or has expired. Please send it again.',
    code: 'bad_request',
    errors: { uploadKey: 'unknown' },
  }

  it('leave no account when the uploadKey is unknown', async () => {
    const registration = buildRegistration({ uploadKey: unknownKey() })
    await register(registration).expect(400, unknown)
    expect(await readUser(app, registration.email)).toBeUndefined()
  })

  it('leave no account when the uploadKey is older than 24 hours', async () => {
    const dayAndHourAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    const { uploadKey } = await buildFile(app, { createdAt: dayAndHourAgo })
    const registration = buildRegistration({ uploadKey })
    await register(registration).expect(400, unknown)
    expect(await readUser(app, registration.email)).toBeUndefined()
  })

  it('leave no account when the uploadKey has been used, by a file or by credentials', async () => {
    const owner = await buildUser(app)
    const file = await buildFile(app, { owner })
    const credential = await buildCredential(app, { owner })
    for (const { uploadKey } of [file, credential]) {
      const registration = buildRegistration({ uploadKey })
      await register(registration).expect(409, {
        message: 'This upload already belongs to an account. Please log in.',
        code: 'conflict',
        errors: { uploadKey: 'used' },
      })
      expect(await readUser(app, registration.email)).toBeUndefined()
    }
  })

  it('leave the uploadKey to be used by the next attempt', async () => {
    const taken = await buildUser(app)
    const { uploadKey } = await buildFile(app)
    await register(buildRegistration({ uploadKey, email: taken.email })).expect(409)
    await register(buildRegistration({ uploadKey, password: 'password1' })).expect(400)
    await register(buildRegistration({ uploadKey })).expect(201)
  })

  it('say which field is wrong, each in its own words', async () => {
    const { uploadKey } = await buildFile(app)
    const terms = 'You must agree to the Terms of Use and Privacy Policy.'
    const phone = 'Please enter a valid phone number.'
    const wrong: [field: string, value: unknown, message: string][] = [
      ['agreeToTerms', undefined, terms],
      ['agreeToTerms', false, terms],
      ['agreeToTerms', 'true', terms],
      ['firstName', '', 'First name is required.'],
      ['firstName', '   ', 'First name is required.'],
      ['lastName', undefined, 'Last name is required.'],
      ['lastName', 'x'.repeat(151), 'Please use at most 150 characters.'],
      ['firstName', 'Ada\u0007', 'Please remove special control characters.'],
      ['firstName', 'Ada\r\nBcc: x@example.com', 'Please remove special control characters.'],
      ['phoneNumber', '303555019', phone],
      ['phoneNumber', 3035550199, phone],
      ['phoneNumber', '3'.repeat(10_000), 'Please use at most 40 characters.'],
      ['password', 'seven77', 'Password must be at least 8 characters.'],
      ['password', { $ne: null }, 'Password must be at least 8 characters.'],
    ]
    for (const [field, value, message] of wrong) {
      const registration = buildRegistration({ uploadKey, [field]: value })
      await register(registration).expect(400, invalid(field, message))
      expect(await readUser(app, registration.email)).toBeUndefined()
    }
  })

  it.each([
    '',
    'a@b',
    'a@b..c',
    'a"b@c.d',
    'a@-b.com',
    'a b@example.com',
    `${'a'.repeat(250)}@example.com`,
    'a@example.com\r\nBcc: x@example.com',
    'a@example.com\0',
    null,
    ['a@example.com'],
    { $gt: '' },
  ])('refuse the email %j', async (email) => {
    const { uploadKey } = await buildFile(app)
    await register(buildRegistration({ uploadKey, email })).expect(
      400,
      invalid('email', 'Please enter a valid email address.'),
    )
  })

  it.each(['', 'short', `${'x'.repeat(42)}\0`, 'x'.repeat(44), 7, null, ['a'], { $ne: '' }])(
    'refuse the malformed uploadKey %j',
    async (uploadKey) => {
      const registration = buildRegistration({ uploadKey })
      const { body } = await register(registration).expect(400)
      expect(Object.keys(body.errors)).toEqual(['uploadKey'])
      expect(await readUser(app, registration.email)).toBeUndefined()
    },
  )
})
