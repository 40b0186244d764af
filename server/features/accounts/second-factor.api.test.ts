import { describe, expect, it } from 'vitest'
import { listedSession, recoveryCodes, secondFactorSetup } from '@shared/accounts'
import { ascending, invalid } from '@tests/support/portal/answers'
import { getSessionId, logIn, visit, type Agent } from '@tests/support/portal/agents'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import {
  computeCode,
  turnOnSecondFactor,
  waitForNextCode,
} from '@tests/support/portal/second-factor'
import { startStillPortal } from '@tests/support/portal/still-portal'

// Notices are queued only where they could be sent; nothing sends them here.
const portal = await startStillPortal({ SMTP_URL: 'smtp://127.0.0.1:2' })

const path = '/api/admin/second-factor'
const off = { isOn: false, isRequired: false, recoveryCodesLeft: 0 }

const credentials = (code?: string) => ({ currentPassword: portal.admin.password, code })
const begin = () => portal.here.post(path).send(credentials())
const beginWithSecret = async () => secondFactorSetup.parse((await begin().expect(201)).body).secret
const confirm = (code: string) => portal.here.post(`${path}/confirm`).send({ code })
const renew = (code?: string) => portal.here.post(`${path}/recovery-codes`).send(credentials(code))
const turnOn = () => turnOnSecondFactor(portal.here, portal.admin.password)
const login = (code?: string, agent = visit(portal.app)) =>
  agent
    .post('/api/login')
    .send({ email: portal.admin.email, password: portal.admin.password, code })

const query = async (sql: string, value: unknown) =>
  (await portal.app.pool.query({ text: sql, rowMode: 'array', values: [value] })).rows.flat()
const events = () =>
  query(
    "select action from audit_events where object = $1 and action ~ 'factor|recovery' order by id",
    `user:${portal.admin.id}`,
  )
const notices = () =>
  query(
    "select subject from mails where user_id = $1 and kind = 'notice' order by id",
    portal.admin.id,
  )

const storedCodes = () =>
  query('select code_hash from recovery_codes where user_id = $1', portal.admin.id)

async function currentSession(agent: Agent) {
  const { body } = await agent.get('/api/sessions').expect(200)
  const listed = listedSession.array().parse(body)
  const current = listed.find(({ isCurrent }) => isCurrent)
  return { ref: current?.ref, startedAt: current?.startedAt, count: listed.length }
}

describe('setting up a second factor', () => {
  it('gives what an app needs, and protects nothing until the app has shown a code', async () => {
    const { body } = await begin().expect(201)
    const { secret, address } = secondFactorSetup.parse(body)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(address).toMatch(/^otpauth:\/\/totp\/Credit%20Partner%20Portal:admin%40example\.com\?/)
    expect(new URL(address).searchParams.get('secret')).toBe(secret)
    await portal.here.get(path).expect(200, off)
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
    await confirm('123456').expect(409)
    const secret = await beginWithSecret()
    const wrongCode = invalid(
      'code',
      'That code doesn’t match. Enter the newest code from your app.',
    )
    for (const code of ['123', 'not a code', computeCode(secret, -60), computeCode(secret, 60)]) {
      await confirm(code).expect(400, wrongCode)
    }
    await confirm(' ').expect(400, invalid('code', 'Enter the code from your authenticator app.'))
    await login().expect(200)
  })

  it('starts again with another secret as long as it is off, never while it is on', async () => {
    const first = await beginWithSecret()
    const second = await beginWithSecret()
    expect(second).not.toBe(first)
    await confirm(computeCode(first)).expect(400)
    await confirm(computeCode(second)).expect(200)
    waitForNextCode()
    await portal.here
      .post(path)
      .send(credentials(computeCode(second)))
      .expect(409)
    waitForNextCode()
    await confirm(computeCode(second)).expect(409)
    await login(computeCode(second)).expect(200)
  })

  it('gives the session another id at each step, and leaves it the same one', async () => {
    const ids = [getSessionId(portal.here)]
    const session = await currentSession(portal.here)
    const secret = await beginWithSecret()
    ids.push(getSessionId(portal.here))
    await confirm(computeCode(secret)).expect(200)
    ids.push(getSessionId(portal.here))
    expect(new Set(ids).size).toBe(3)
    expect(await currentSession(portal.here)).toEqual(session)
    expect(session.count).toBe(1)
  })

  it('by two at the same time ends with the recovery codes of one', async () => {
    const code = computeCode(await beginWithSecret())
    const lock = {
      statement: 'select 1 from second_factors where id = $1 for update',
      id: portal.admin.id,
    }
    const answers = await meetAtLock(portal.app, lock, () =>
      Promise.all([confirm(code), confirm(code)]),
    )
    expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
    expect(await storedCodes()).toHaveLength(10)
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
})

describe('turning the second factor off', () => {
  it('leaves the password alone to log in with, and is told by mail', async () => {
    const { secret } = await turnOn()
    waitForNextCode()
    const whole = credentials(computeCode(secret))
    await portal.here.post(`${path}/remove`).send(whole).expect(200)
    await login().expect(200)
    await portal.here.get(path).expect(200, off)
    expect(await events()).toEqual(['account.second-factor-on', 'account.second-factor-off'])
    expect(await notices()).toEqual([
      'Two-step login was turned on',
      'Two-step login was turned off',
    ])
  })
})

describe('new recovery codes', () => {
  it('replace the old ones, end the other sessions, and are told by mail', async () => {
    const { codes } = await turnOn()
    const [first = '', second = '', third = ''] = codes
    const elsewhere = visit(portal.app)
    await login(first, elsewhere).expect(200)
    const { body } = await renew(second).expect(200)
    const renewed = recoveryCodes.parse(body).recoveryCodes
    expect(new Set([...codes, ...renewed]).size).toBe(20)
    await elsewhere.get('/api/user').expect(401)
    await login(third).expect(401)
    await login(renewed[0]).expect(200)
    await portal.here.get(path).expect(200, { isOn: true, isRequired: false, recoveryCodesLeft: 9 })
    expect(await notices()).toEqual(['Two-step login was turned on', 'You have new recovery codes'])
    expect(await events()).toContain('account.recovery-codes-replaced')
  })

  it('are for a second factor that is on', async () => {
    await renew().expect(409)
    expect(await storedCodes()).toEqual([])
  })
})
