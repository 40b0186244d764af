import { describe, expect, it } from 'vitest'
import { secondFactorSetup } from '@shared/accounts'
import { ascending, invalid, tooMany } from '@tests/support/portal/answers'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import {
  computeCode,
  turnOnSecondFactor,
  waitForNextCode,
} from '@tests/support/portal/second-factor'
import { setUpStillPortal } from '@tests/support/portal/still-portal'

// Notices are queued only where they could be sent; nothing sends them here.
const portal = setUpStillPortal({ SMTP_URL: 'smtp://127.0.0.1:2' })

const path = '/api/admin/second-factor'
const codeNeeded = {
  message: 'Enter the code from your authenticator app.',
  code: 'second_factor_required',
}
const wrongLogin = {
  message: 'Invalid email or password. Please try again.',
  code: 'unauthorized',
}

const credentials = () => ({ currentPassword: portal.admin.password })
const login = (more: object = {}) =>
  visit(portal.app)
    .post('/api/login')
    .send({ email: portal.admin.email, password: portal.admin.password, ...more })

async function begin(): Promise<string> {
  const { body } = await portal.here.post(path).send(credentials()).expect(201)
  return secondFactorSetup.parse(body).secret
}

const turnOn = () => turnOnSecondFactor(portal.here, portal.admin.password)

/** Another portal on the same database. */
const onThisDatabase = (env: Record<string, string>) =>
  startTestApp({ env, database: { url: portal.app.databaseUrl, drop: () => Promise.resolve() } })
const tryIn = (where: TestApp, code: string) =>
  visit(where)
    .post('/api/login')
    .send({ ...portal.admin, code })

const events = async () =>
  (
    await portal.app.pool.query(
      "select action from audit_events where action like '%factor%' order by id",
    )
  ).rows.map((row) => row.action)
const notices = async () =>
  (
    await portal.app.pool.query("select subject from mails where kind = 'notice' order by id")
  ).rows.map((row) => row.subject)

describe('setting up a second factor', () => {
  it('gives what an app needs, and protects nothing until the app has shown a code', async () => {
    const { body } = await portal.here.post(path).send(credentials()).expect(201)
    const { secret, address } = secondFactorSetup.parse(body)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toMatch(/^otpauth:\/\/totp\/Credit%20Partner%20Portal:admin%40example\.com\?/)
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    await portal.here
      .get(path)
      .expect(200, { isOn: false, isRequired: false, recoveryCodesLeft: 0 })
    await login().expect(200)
    expect(await events()).toEqual([])
  })

  it('asks for a code from then on, ends the other sessions, and says so', async () => {
    const elsewhere = await logIn(portal.app, portal.admin)
    const { codes } = await turnOn()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
    await portal.here
      .get(path)
      .expect(200, { isOn: true, isRequired: false, recoveryCodesLeft: 10 })
    await elsewhere.get('/api/user').expect(401)
    expect(await events()).toEqual(['account.second-factor-on'])
    expect(await notices()).toEqual(['Two-step login was turned on'])
  })

  it('needs the password, and the code that the app shows', async () => {
    const wrongPassword = invalid('currentPassword', 'That isn’t your current password.')
    await portal.here.post(path).send({ currentPassword: 'a guess' }).expect(400, wrongPassword)
    await portal.here.post(`${path}/confirm`).send({ code: '123456' }).expect(409)
    const secret = await begin()
    const wrongCode = invalid(
      'code',
      'That code doesn’t match. Enter the newest code from your app.',
    )
    for (const code of ['123', 'not a code', computeCode(secret, -2), computeCode(secret, 1)]) {
      await portal.here.post(`${path}/confirm`).send({ code }).expect(400, wrongCode)
    }
    const empty = invalid('code', codeNeeded.message)
    await portal.here.post(`${path}/confirm`).send({ code: ' ' }).expect(400, empty)
    await login().expect(200)
  })

  it('starts anew with another secret as long as it is off, never while it is on', async () => {
    const first = await begin()
    const second = await begin()
    expect(second).not.toBe(first)
    await portal.here
      .post(`${path}/confirm`)
      .send({ code: computeCode(first) })
      .expect(400)
    await portal.here
      .post(`${path}/confirm`)
      .send({ code: computeCode(second) })
      .expect(200)
    waitForNextCode()
    const whole = { ...credentials(), code: computeCode(second) }
    await portal.here.post(path).send(whole).expect(409)
    waitForNextCode()
    await portal.here
      .post(`${path}/confirm`)
      .send({ code: computeCode(second) })
      .expect(409)
    await login({ code: computeCode(second) }).expect(200)
  })

  it('stores neither the secret nor a recovery code in clear', async () => {
    const { secret, codes } = await turnOn()
    const { rows } = await portal.app.pool.query(
      `select json_build_object('factors', (select json_agg(s) from second_factors s),
        'codes', (select json_agg(r) from recovery_codes r),
        'events', (select json_agg(a) from audit_events a)) as everything`,
    )
    const stored = JSON.stringify(rows) + portal.app.logs()
    for (const word of [secret, ...codes, ...codes.map((code) => code.replaceAll('-', ''))]) {
      expect(stored).not.toContain(word)
    }
  })

  it('is for the administrator alone', async () => {
    const partner = await buildUser(portal.app)
    const agent = await logIn(portal.app, partner)
    await agent.post(path).send({ currentPassword: partner.password }).expect(403)
  })
})

describe('logging in with a second factor', () => {
  it('asks for the code once the password is right, and only then', async () => {
    const { secret } = await turnOn()
    await login().expect(401, codeNeeded)
    await login({ code: '' }).expect(401, codeNeeded)
    waitForNextCode()
    await login({ password: 'a guess', code: computeCode(secret) }).expect(401, wrongLogin)
    const agent = visit(portal.app)
    const code = computeCode(secret)
    await agent
      .post('/api/login')
      .send({ ...portal.admin, code: `${code.slice(0, 3)} ${code.slice(3)}` })
      .expect(200)
    await agent.get('/api/admin/users').expect(200)
  })

  it('takes each code once, and none from before it', async () => {
    const { secret, confirmedWith } = await turnOn()
    await login({ code: confirmedWith }).expect(401, codeNeeded)
    waitForNextCode()
    const code = computeCode(secret)
    const lock = { statement: 'select 1 from second_factors where id = $1 for update' }
    const answers = await meetAtLock(portal.app, { ...lock, id: portal.admin.id }, () =>
      Promise.all([login({ code }), login({ code })]),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 401])
    await login({ code: computeCode(secret, -1) }).expect(401, codeNeeded)
  })

  it('takes a code in its own 30 seconds and the 30 after, and in no others', async () => {
    const { secret } = await turnOn()
    waitForNextCode()
    for (const steps of [-2, 1, 2]) {
      await login({ code: computeCode(secret, steps) }).expect(401, codeNeeded)
    }
    await login({ code: computeCode(secret) }).expect(200)
    waitForNextCode(2)
    await login({ code: computeCode(secret, -1) }).expect(200)
    await login({ code: computeCode(secret) }).expect(200)
  })

  it('takes each recovery code once, however it is typed, and leaves a trace', async () => {
    const { codes } = await turnOn()
    const [first = '', second = ''] = codes
    await login({ code: ` ${first.toUpperCase().replaceAll('-', ' ')} ` }).expect(200)
    await login({ code: first }).expect(401, codeNeeded)
    const code = second
    const lock = { statement: 'select 1 from recovery_codes where user_id = $1 for update' }
    const answers = await meetAtLock(portal.app, { ...lock, id: portal.admin.id }, () =>
      Promise.all([login({ code }), login({ code })]),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 401])
    const trace = "select object from audit_events where action = 'account.recovery-code-used'"
    const { rows } = await portal.app.pool.query(trace)
    expect(rows).toEqual([
      { object: `user:${portal.admin.id}` },
      { object: `user:${portal.admin.id}` },
    ])
    const counted = await portal.app.pool.query('select count(*)::int as left from recovery_codes')
    expect(counted.rows).toEqual([{ left: 8 }])
  })

  it('counts wrong codes like wrong passwords, and a right password pays for none of them', async () => {
    const { secret } = await turnOn()
    const strict = await onThisDatabase({ LIMITS: '1' })
    for (let guess = 0; guess < 10; guess += 1) {
      await tryIn(strict, '').expect(401, codeNeeded)
      await strict.limits.reset('loginPerAccount', portal.admin.email)
      await tryIn(strict, 'not a code').expect(401, codeNeeded)
    }
    await tryIn(strict, computeCode(secret)).expect(429, tooMany)
    await strict.close()
  })
})

describe('a second factor under attack or after an accident', () => {
  it('takes twenty wrong codes in all, from however many addresses', async () => {
    const { secret } = await turnOn()
    const strict = await onThisDatabase({ LIMITS: '1' })
    for (let guess = 0; guess < 20; guess += 1) {
      await tryIn(strict, 'not a code').expect(401, codeNeeded)
      await strict.limits.reset('loginPerAccount', portal.admin.email)
      await strict.limits.reset('loginPerAccountAndIp', `${portal.admin.email}|127.0.0.1`)
    }
    await tryIn(strict, computeCode(secret)).expect(429, tooMany)
    await strict.close()
  })

  it('says what to do when no key opens its seed; recovery codes still fit', async () => {
    const { secret, codes } = await turnOn()
    const other = await onThisDatabase({ DATA_KEY: Buffer.alloc(32, 7).toString('base64') })
    const { body } = await tryIn(other, computeCode(secret)).expect(503)
    expect(body.message).toMatch(/Use a recovery code/)
    await tryIn(other, codes[0] ?? '').expect(200)
    await other.close()
  })
})
