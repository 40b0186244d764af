import { describe, expect, it, vi } from 'vitest'
import { invalid } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { readUser } from '@tests/support/portal/stored-user'

const app = await startSharedApp()

const register = (body: object) => visit(app).post('/api/register').send(body)
const dayAndHourAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)

async function expectRefused(registration: { email: string }, status: number, answer: object) {
  await register(registration).expect(status, answer)
  expect(await readUser(app, registration.email)).toBeUndefined()
}

describe('an uploadKey', () => {
  it.each([
    ['unknown', async () => unknownKey()],
    [
      'older than 24 hours',
      async () => (await buildFile(app, { createdAt: dayAndHourAgo })).uploadKey,
    ],
  ])('that is %s makes no account', async (_what, buildKey) => {
    const registration = buildRegistration({ uploadKey: await buildKey() })
    await expectRefused(registration, 400, {
      message: 'Your upload was not found or has expired. Please send it again.',
      code: 'bad_request',
      errors: { uploadKey: 'unknown' },
    })
  })

  it('that has been used makes no account, whether it is of a file or of credentials', async () => {
    const owner = await buildUser(app)
    const used = [await buildFile(app, { owner }), await buildCredential(app, { owner })]
    for (const { uploadKey } of used) {
      await expectRefused(buildRegistration({ uploadKey }), 409, {
        message: 'This upload already belongs to an account. Please log in.',
        code: 'conflict',
        errors: { uploadKey: 'used' },
      })
    }
  })

  it('is left to the next attempt by one that was refused', async () => {
    const taken = await buildUser(app)
    const { uploadKey } = await buildFile(app)
    await register(buildRegistration({ uploadKey, email: taken.email })).expect(409)
    await register(buildRegistration({ uploadKey, password: 'password1' })).expect(400)
    await register(buildRegistration({ uploadKey })).expect(201)
  })
})

describe('an email that has an account', () => {
  it('is reported, and a password hashed, for no one without an uploadKey to claim', async () => {
    const owner = await buildUser(app)
    const expired = await buildCredential(app, { createdAt: dayAndHourAgo })
    const used = await buildFile(app, { owner })
    const hash = vi.spyOn(app.passwords, 'hash')
    for (const uploadKey of [unknownKey(), expired.uploadKey, used.uploadKey]) {
      const free = buildRegistration({ uploadKey })
      const ofFree = await register(free)
      const ofTaken = await register({ ...free, email: owner.email })
      expect(ofTaken.body).toEqual(ofFree.body)
      expect(ofTaken.status).toBe(ofFree.status)
      expect(Object.keys(ofTaken.body.errors)).toEqual(['uploadKey'])
    }
    const { uploadKey } = await buildFile(app)
    await register(buildRegistration({ uploadKey, email: owner.email })).expect(409)
    expect(hash).not.toHaveBeenCalled()
    hash.mockRestore()
  })

  it('gets no second one, in whatever case it is written', async () => {
    const message = 'An account with this email already exists. Please log in.'
    const owner = await buildUser(app, { email: 'Taken@Example.com' })
    for (const email of ['taken@example.com', 'TAKEN@EXAMPLE.COM', ' Taken@Example.com ']) {
      const { uploadKey } = await buildFile(app)
      await register(buildRegistration({ uploadKey, email })).expect(409, {
        message,
        code: 'conflict',
        errors: { email: message },
      })
    }
    expect(await readUser(app, owner.email)).toMatchObject({ id: owner.id, firstName: 'Pat' })
  })
})

const tooCommon = 'This password is too common. Please choose another.'
const { uploadKey } = await buildFile(app)

describe('what is typed', () => {
  it.each([
    ['agreeToTerms', 'true', 'You must agree to the Terms of Use and Privacy Policy.'],
    ['firstName', '   ', 'First name is required.'],
    ['lastName', undefined, 'Last name is required.'],
    ['phoneNumber', '303555019', 'Please enter a valid phone number.'],
    ['password', 'seven77', 'Password must be at least 8 characters.'],
    ['password', 'Partner2026', tooCommon],
    ['email', 'a@b', 'Please enter a valid email address.'],
  ])('is refused at its field: %s %j', async (field, value, message) => {
    const registration = buildRegistration({ uploadKey, [field]: value })
    await register(registration).expect(400, invalid(field, message))
    expect(await readUser(app, registration.email)).toBeUndefined()
  })

  it('as a password is refused when it is the email or its first part', async () => {
    const email = 'me.myself@example.com'
    for (const password of [email, email.toUpperCase(), 'me.myself']) {
      const registration = buildRegistration({ uploadKey, email, password })
      await expectRefused(registration, 400, invalid('password', tooCommon))
    }
  })
})
