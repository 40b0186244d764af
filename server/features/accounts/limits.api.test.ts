import { describe, expect, it } from 'vitest'
import { clockIsOff } from '@shared/accounts'
import { tooMany } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { expectRefusal, setUpLimits } from '@tests/support/portal/limits'
import { computeCode, turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { buildRegistration, unknownKey } from '@tests/support/samples/forms'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { LIMITS: '1', SMTP_URL: 'smtp://127.0.0.1:2' } })
const { use, counted } = setUpLimits(app)
const here = '127.0.0.1'
const hour = 3600
const day = 24 * hour

const register = (registration: object) => visit(app).post('/api/register').send(registration)
const becomeReferrer = (person: object) => visit(app).post('/api/referrers').send(person)
const login = ({ email, password }: BuiltUser, code = '') =>
  visit(app).post('/api/login').send({ email, password, code })
const askForLink = (email: string) => visit(app).post('/api/password-reset').send({ email })
const newKey = async () => (await buildFile(app)).uploadKey
const newPerson = (overrides: object = {}) => buildRegistration({ uploadKey: '', ...overrides })

describe('registrations', () => {
  it('that are refused are counted, whatever the reason: 100 an hour of an address', async () => {
    await use('registerRefused', here, 97)
    await register(buildRegistration({ uploadKey: await newKey() })).expect(201)
    const unknown = buildRegistration({ uploadKey: unknownKey() })
    await register(unknown).expect(400)
    const uploadKey = await newKey()
    const { email } = await buildUser(app)
    await register(buildRegistration({ uploadKey, email })).expect(409)
    await register(unknown).expect(400)
    await expectRefusal(register(unknown), hour)
    await expectRefusal(register(buildRegistration({ uploadKey })), hour)
  })

  it('tell ten times a day with one key that an email is taken, and then nothing more', async () => {
    const uploadKey = await newKey()
    const { email } = await buildUser(app)
    const taken = buildRegistration({ uploadKey, email })
    for (let told = 0; told < 10; told += 1) await register(taken).expect(409)
    await expectRefusal(register(taken), day)
    await expectRefusal(register(buildRegistration({ uploadKey })), day)
    await register(buildRegistration({ uploadKey: await newKey() })).expect(201)
  })

  it('of referrers tell thirty times a day that an email is taken', async () => {
    const { email } = await buildUser(app)
    await use('referrerRefused', here, 29)
    await becomeReferrer(newPerson({ email })).expect(409)
    await becomeReferrer(newPerson({ email })).expect(429)
  })

  it('of referrers are counted with applications', async () => {
    await use('registerHour', here, 30)
    await becomeReferrer(newPerson()).expect(429)
  })
})

/** Someone with two-step login. */
async function buildCareful() {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  const { codes } = await turnOnSecondFactor(agent, user.password)
  return { user, agent, code: codes[0] ?? '' }
}

const failuresOf = async ({ id }: BuiltUser) =>
  (
    await app.pool.query(
      "select 1 from audit_events where action = 'account.login-failed' and object = $1",
      [`user:${id}`],
    )
  ).rows.length

describe('someone who is logged in', () => {
  it.each([
    ['the password at another one', '/api/password', { currentPassword: 'a guess' }],
    ['the password at a confirmation', '/api/reauthenticate', { password: 'a guess' }],
    ['the code at turning it off', '/api/second-factor/remove', { code: 'a guess' }],
  ])('may guess %s as often as at a login', async (_what, path, guess) => {
    const { user, agent, code } = await buildCareful()
    const { password } = user
    const right = { password, currentPassword: password, newPassword: 'nine purple lanterns', code }
    await use('loginPerAccountAndIp', `${user.email}|${here}`, 9)
    await agent
      .post(path)
      .send({ ...right, ...guess })
      .expect(400)
    await agent.post(path).send(right).expect(429, tooMany)
    expect(await failuresOf(user)).toBe(1)
  })

  it('gets a copy of their data three times a day', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const ask = () => agent.post('/api/account/data').send({ currentPassword: user.password })
    await use('dataExport', String(user.id), 2)
    await ask().expect(200)
    await ask().expect(429, tooMany)
  })

  it('asks for another email five times a day, and three times an hour for the same one', async () => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    const ask = (newEmail: string) =>
      agent.post('/api/email-change').send({ newEmail, currentPassword: user.password })
    await use('emailChange', String(user.id), 4)
    await ask('moved@partner.example').expect(200)
    await expectRefusal(ask('other@partner.example'), day)
    await app.pool.query('delete from rate_limits')
    await use('emailChangeTo', 'moved@partner.example', 2)
    await ask('moved@partner.example').expect(200)
    await expectRefusal(ask('Moved@Partner.example'), hour)
  })

  it.each([
    ['replaces the referral link ten times a day', 'referralLink', 10, day, '/api/referral-link'],
    [
      'gets three links an hour to confirm the email',
      'emailConfirmation',
      3,
      hour,
      '/api/email-confirmation',
    ],
  ] as const)('%s', async (_what, limit, points, seconds, path) => {
    const user = await buildUser(app)
    const agent = await logIn(app, user)
    await use(limit, String(user.id), points - 1)
    await agent.post(path).send({}).expect(200)
    await expectRefusal(agent.post(path).send({}), seconds)
  })

  it('has five sessions at most, the administrator two; the oldest makes room', async () => {
    for (const [person, atOnce] of [
      [await buildUser(app), 5],
      [await buildAdmin(app), 2],
    ] as const) {
      const agents: Agent[] = []
      for (let count = 0; count <= atOnce; count += 1) agents.push(await logIn(app, person))
      const [oldest, ...kept] = agents
      await oldest?.get('/api/user').expect(401)
      for (const agent of kept) await agent.get('/api/user').expect(200)
    }
  })
})

async function beginSetup() {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  const path = '/api/second-factor'
  const { body } = await agent.post(path).send({ currentPassword: user.password }).expect(201)
  const confirm = (code: string) => agent.post(`${path}/confirm`).send({ code })
  return { user, secret: body.secret, confirm }
}

describe('the codes of a second factor', () => {
  it('count like wrong passwords when they are wrong, and a right password pays for none', async () => {
    const { user, code } = await buildCareful()
    await use('loginPerAccountAndIp', `${user.email}|${here}`, 9)
    await login(user).expect(401)
    await login(user, 'not a code').expect(401)
    await login(user, code).expect(429, tooMany)
  })

  it('may be wrong twenty times in all, from however many addresses', async () => {
    const { user, code } = await buildCareful()
    await use('secondFactor', String(user.id), 19)
    await login(user, 'not a code').expect(401)
    expect(await counted('secondFactor')).toBe(20)
    await login(user, code).expect(429, tooMany)
    // The password was checked, which stays counted for the address.
    expect(await app.limits.count('loginPerIp', here)).toBe(2)
  })

  it('may be wrong twenty times when an app is set up', async () => {
    const { user, secret, confirm } = await beginSetup()
    await use('secondFactor', String(user.id), 19)
    await confirm('not a code').expect(400)
    await confirm(computeCode(secret)).expect(429, tooMany)
  })

  it('that were right at another time say so from the third on: the clock of the phone is off', async () => {
    const { user, secret, confirm } = await beginSetup()
    const said = async (steps: number) => (await confirm(computeCode(secret, steps))).body.message
    const wrong = 'That code doesn’t match. Enter the newest code from your app.'
    // Ten minutes at most; what is further off is not told from a guess.
    for (const steps of [-60, 60, -19, 19]) expect(await said(steps)).toBe(wrong)
    expect(await said(-4)).toBe(clockIsOff)
    await confirm(computeCode(secret)).expect(200)
    const { body } = await login(user, computeCode(secret, 5)).expect(401)
    expect(body).toEqual({ message: clockIsOff, code: 'second_factor_required' })
  })
})

describe('links for a new password', () => {
  it('are sent three times an hour to one address, known or not, in whatever case', async () => {
    for (const email of ['nobody@partner.example', (await buildUser(app)).email]) {
      for (let left = 3; left > 0; left -= 1) await askForLink(email).expect(200)
      await askForLink(email.toUpperCase()).expect(429, tooMany)
    }
  })
})
