import { count, eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { termsVersion } from '@shared/accounts'
import { ascending, invalid, onlyAdmin, pleaseLogIn } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit, logInAdmin } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'
import { readUser } from '@tests/support/portal/stored-user'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildReferrer, findReferred, openLink } from '@tests/support/portal/referral-links'
import { files } from '../../db/schema/files'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { users } from '../../db/schema/users'
import { referralLinks } from '../../db/schema/referral-links'

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

const tryRegister = (body: object) => visit(app).post('/api/register').send(body)

const dayAndHourAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)

async function expectRefused(registration: { email: string }, status: number, answer: object) {
  await tryRegister(registration).expect(status, answer)
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
    await tryRegister(buildRegistration({ uploadKey, email: taken.email })).expect(409)
    await tryRegister(buildRegistration({ uploadKey, password: 'password1' })).expect(400)
    await tryRegister(buildRegistration({ uploadKey })).expect(201)
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
      const ofFree = await tryRegister(free)
      const ofTaken = await tryRegister({ ...free, email: owner.email })
      expect(ofTaken.body).toEqual(ofFree.body)
      expect(ofTaken.status).toBe(ofFree.status)
      expect(Object.keys(ofTaken.body.errors)).toEqual(['uploadKey'])
    }
    const { uploadKey } = await buildFile(app)
    await tryRegister(buildRegistration({ uploadKey, email: owner.email })).expect(409)
    expect(hash).not.toHaveBeenCalled()
    hash.mockRestore()
  })

  it('gets no second one, in whatever case it is written', async () => {
    const message = 'An account with this email already exists. Please log in.'
    const owner = await buildUser(app, { email: 'Taken@Example.com' })
    for (const email of ['taken@example.com', 'TAKEN@EXAMPLE.COM', ' Taken@Example.com ']) {
      const { uploadKey } = await buildFile(app)
      await tryRegister(buildRegistration({ uploadKey, email })).expect(409, {
        message,
        code: 'conflict',
        errors: { email: message },
      })
    }
    expect(await readUser(app, owner.email)).toMatchObject({ id: owner.id, firstName: 'Pat' })
  })
})

const tooCommon = 'This password is too common. Please choose another.'

const { uploadKey: unclaimedKey } = await buildFile(app)

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
    const registration = buildRegistration({ uploadKey: unclaimedKey, [field]: value })
    await tryRegister(registration).expect(400, invalid(field, message))
    expect(await readUser(app, registration.email)).toBeUndefined()
  })

  it('as a password is refused when it is the email or its first part', async () => {
    const email = 'me.myself@example.com'
    for (const password of [email, email.toUpperCase(), 'me.myself']) {
      const registration = buildRegistration({ uploadKey: unclaimedKey, email, password })
      await expectRefused(registration, 400, invalid('password', tooCommon))
    }
  })
})

const admin = await logInAdmin(app)

const buildPerson = (overrides: object = {}) => {
  const { uploadKey: _none, ...person } = buildRegistration({ uploadKey: '', ...overrides })
  return person
}

const becomeReferrer = async (overrides: object = {}) => {
  const person = buildPerson(overrides)
  const agent = visit(app)
  const { body } = await agent.post('/api/referrers').send(person).expect(201)
  return { ...person, agent, id: Number(body.id), body }
}

describe('getting a link', () => {
  it('makes a referrer’s account that is logged in and has a link', async () => {
    const { agent, id, email, body } = await becomeReferrer()
    const user = await readUser(app, email)
    expect(body).toEqual({
      id,
      firstName: 'Ada',
      lastName: 'Applicant',
      email,
      phoneNumber: '(303) 555-0199',
      status: 'pending',
      statusReason: null,
      statusAt: null,
      isAdmin: 0,
      isReferrer: true,
      createdAt: user?.createdAt.toISOString(),
    })
    expect(user).toMatchObject({ kind: 'referrer', termsVersion, termsAcceptedFrom: '127.0.0.1' })
    await agent.get('/api/user').expect(200, body)
    expect(await app.db.$count(referralLinks, eq(referralLinks.userId, id))).toBe(1)
    expect(await eventsOf(app, `user:${id}`)).toMatchObject([
      { action: 'account.registered', actorId: id, details: { kind: 'referrer' } },
    ])
  })

  it('is bound to the person who referred the referrer', async () => {
    const { id: referrerId, code } = await buildReferrer(app)
    const agent = visit(app)
    await openLink(agent, code)
    const { body } = await agent.post('/api/referrers').send(buildPerson()).expect(201)
    expect(await findReferred(app, body.id)).toMatchObject({ referrerId, source: 'link' })
  })

  it('says of a taken email what registration says, and only once a password was hashed', async () => {
    const { email } = await buildUser(app)
    const message = 'An account with this email already exists. Please log in.'
    const refusal = { message, code: 'conflict', errors: { email: message } }
    await visit(app).post('/api/referrers').send(buildPerson({ email })).expect(409, refusal)
  })
})

describe('a referrer', () => {
  it('has no documents before applying', async () => {
    const { agent } = await becomeReferrer()
    const { uploadKey } = await buildFile(app)
    const { body } = await agent.post(`/api/link-file/${uploadKey}`).expect(409)
    expect(body.message).toBe('Please apply as a Credit Partner first.')
    await agent.get('/api/files').expect(200, [])
  })

  it('is not listed with the partners, only in the list of referrers', async () => {
    const { id, email } = await becomeReferrer({ lastName: 'Referring' })
    const list = async (query: string) => {
      const { body, headers } = await admin.get(`/api/admin/users?${query}`).expect(200)
      return { ids: body.map((user: { id: number }) => user.id), total: headers['x-total-count'] }
    }
    expect((await list('')).ids).not.toContain(id)
    expect(await list('search=referring')).toEqual({ ids: [], total: '0' })
    const found = await list('search=referring&kind=referrer')
    expect(found).toEqual({ ids: [id], total: '1' })
    for (const sort of ['newest', 'oldest', 'name', 'score'])
      expect((await list(`kind=referrer&sort=${sort}`)).ids).toContain(id)
    const { body } = await admin.get('/api/admin/users?kind=referrer&search=referring')
    expect(body).toMatchObject([{ id, isReferrer: true, status: 'pending' }])
    await admin.get('/api/admin/users?kind=nobody').expect(400)
    const [all, referrers] = [
      await admin.get('/api/admin/exports/users').expect(200),
      await admin.get('/api/admin/exports/users?kind=referrer').expect(200),
    ]
    expect(all.text).not.toContain(email)
    expect(referrers.text).toContain(email)
  })

  it('counts nowhere in the overview', async () => {
    const overview = async () => (await admin.get('/api/admin/overview').expect(200)).body
    const before = await overview()
    const { id } = await becomeReferrer()
    await admin.patch(`/api/admin/users/${id}/status`).send({ status: 'rejected' }).expect(200)
    const after = await overview()
    expect([after.pending.count, after.days]).toEqual([before.pending.count, before.days])
  })

  it('can be rejected, and not approved', async () => {
    const { id } = await becomeReferrer()
    const path = `/api/admin/users/${id}/status`
    const { body } = await admin.patch(path).send({ status: 'approved' }).expect(409)
    expect(body.message).toBe('A referrer has not applied, so there is nothing to approve.')
    await admin.patch(path).send({ status: 'rejected', reason: 'Spam' }).expect(200)
  })
})

const apply = (agent: ReturnType<typeof visit>, uploadKey: unknown) =>
  agent.post('/api/apply').send({ uploadKey })

describe('applying as a referrer', () => {
  it('makes a partner, whose application came in now', async () => {
    const { agent, id, email } = await becomeReferrer()
    await app.pool.query("update users set created_at = now() - interval '50 days' where id = $1", [
      id,
    ])
    const file = await buildFile(app)
    const { body } = await apply(agent, file.uploadKey).expect(200)
    expect(body).not.toHaveProperty('isReferrer')
    expect(Date.now() - new Date(body.createdAt).getTime()).toBeLessThan(60_000)
    expect(await readUser(app, email)).toMatchObject({ kind: 'partner', status: 'pending' })
    const { body: own } = await agent.get('/api/files').expect(200)
    expect(own).toMatchObject([{ id: file.id, userId: id }])
    expect((await eventsOf(app, `user:${id}`)).at(-1)).toMatchObject({
      action: 'account.applied',
      actorId: id,
      details: { claimed: `file:${file.id}` },
    })
    const { body: listed } = await admin.get(`/api/admin/users?search=${encodeURIComponent(email)}`)
    expect(listed).toMatchObject([{ id }])
  })

  it('works with a shared login', async () => {
    const { agent, id } = await becomeReferrer()
    const credential = await buildCredential(app)
    await apply(agent, credential.uploadKey).expect(200)
    expect((await eventsOf(app, `user:${id}`)).at(-1)?.details).toEqual({
      claimed: `credential:${credential.id}`,
    })
  })

  it('is refused without a proof, and changes nothing then', async () => {
    const { agent, email } = await becomeReferrer()
    const used = await buildFile(app, { owner: await buildUser(app) })
    await apply(agent, unknownKey()).expect(400)
    await apply(agent, used.uploadKey).expect(409)
    await apply(agent, 7).expect(400)
    expect(await readUser(app, email)).toMatchObject({ kind: 'referrer' })
  })

  it('is for referrers who are in good standing', async () => {
    const { uploadKey } = await buildFile(app)
    await apply(visit(app), uploadKey).expect(401, pleaseLogIn)
    await apply(admin, uploadKey).expect(403)
    const partner = await logIn(app, await buildUser(app))
    await apply(partner, uploadKey).expect(409)
    const { agent, id } = await becomeReferrer()
    await app.db.update(users).set({ status: 'rejected' }).where(eq(users.id, id))
    await apply(agent, uploadKey).expect(409)
    await agent.get('/api/admin/users').expect(403, onlyAdmin)
  })

  it('twice at the same time makes one application', async () => {
    const { agent } = await becomeReferrer()
    const keys = [await buildFile(app), await buildFile(app)].map(({ uploadKey }) => uploadKey)
    const answers = await Promise.all(keys.map((key) => apply(agent, key)))
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    expect((await agent.get('/api/files')).body).toHaveLength(1)
  })
})
