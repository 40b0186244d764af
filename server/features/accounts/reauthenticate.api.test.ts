import { describe, expect, it } from 'vitest'
import { listedSession, recoveryCodes } from '@shared/accounts'
import { ascending, invalid, tooMany } from '@tests/support/portal/answers'
import { startTestApp } from '@tests/support/portal/app'
import { getSessionId, logIn, visit, type Agent } from '@tests/support/portal/agents'
import {
  computeCode,
  turnOnSecondFactor,
  waitForNextCode,
} from '@tests/support/portal/second-factor'
import { setUpStillPortal } from '@tests/support/portal/still-portal'
import { recoverAdmin } from './ensure-admin'

// Notices are queued only where they could be sent; nothing sends them here.
const portal = setUpStillPortal({ SMTP_URL: 'smtp://127.0.0.1:2' })

const path = '/api/admin/second-factor'
const wrongPassword = invalid('currentPassword', 'That isn’t your current password.')
const codeMissing = invalid('code', 'Enter the code from your authenticator app.')
const codeWrong = invalid(
  'code',
  'That code isn’t right, or it was already used. A new one appears every 30 seconds.',
)

const turnOn = () => turnOnSecondFactor(portal.here, portal.admin.password)
const login = (more: object = {}) =>
  visit(portal.app)
    .post('/api/login')
    .send({ email: portal.admin.email, password: portal.admin.password, ...more })
const currentRef = async (agent: Agent) => {
  const { body } = await agent.get('/api/sessions').expect(200)
  const current = listedSession
    .array()
    .parse(body)
    .find(({ isCurrent }) => isCurrent)
  return [current?.ref, current?.startedAt]
}
const rows = async (sql: string) =>
  (await portal.app.pool.query({ text: sql, rowMode: 'array' })).rows

describe('what asks for password and code', () => {
  const newPassword = 'eleven quiet lighthouses'
  it.each([
    ['turning the second factor off', `${path}/remove`, {}],
    ['new recovery codes', `${path}/recovery-codes`, {}],
    ['another password', '/api/password', { newPassword }],
  ])('%s', async (_name, call, more) => {
    const { secret, confirmedWith } = await turnOn()
    waitForNextCode()
    const send = (credentials: object) => portal.here.post(call).send({ ...more, ...credentials })
    const currentPassword = portal.admin.password
    const code = computeCode(secret)
    await send({ currentPassword }).expect(400, codeMissing)
    await send({ currentPassword, code: ' ' }).expect(400, codeMissing)
    await send({ currentPassword, code: confirmedWith }).expect(400, codeWrong)
    await send({ currentPassword: 'a guess', code }).expect(400, wrongPassword)
    await portal.here.get(path).expect(200)

    const before = getSessionId(portal.here)
    await send({ currentPassword, code }).expect(200)
    expect(getSessionId(portal.here)).not.toBe(before)
    await portal.here.get(path).expect(200)
    // The old id is worth nothing.
    await visit(portal.app).get('/api/user').set('Cookie', `sid=${before}`).expect(401)
  })

  it('takes one code once, in however many sessions at once', async () => {
    const { secret } = await turnOn()
    waitForNextCode()
    const elsewhere = visit(portal.app)
    const body = { ...portal.admin, code: computeCode(secret) }
    await elsewhere.post('/api/login').send(body).expect(200)
    waitForNextCode()
    const credentials = { currentPassword: portal.admin.password, code: computeCode(secret) }
    const answers = await Promise.all(
      [portal.here, elsewhere].map((agent) =>
        agent.post(`${path}/recovery-codes`).send(credentials),
      ),
    )
    const statuses = ascending(answers.map(({ status }) => status))
    expect([
      [200, 400],
      [200, 401],
    ]).toContainEqual(statuses)
  })

  it('counts wrong codes and passwords like those of logins', async () => {
    await turnOn()
    const strict = await startTestApp({
      env: { LIMITS: '1' },
      database: { url: portal.app.databaseUrl, drop: () => Promise.resolve() },
    })
    const session = visit(strict).set('Cookie', `sid=${getSessionId(portal.here)}`)
    const currentPassword = portal.admin.password
    for (let guess = 0; guess < 10; guess += 1) {
      await session.post(`${path}/remove`).send({ currentPassword, code: '0' }).expect(400)
      await strict.limits.reset('loginPerAccount', portal.admin.email)
    }
    await session.post(`${path}/remove`).send({ currentPassword, code: '0' }).expect(429, tooMany)
    const failures = "select 1 from audit_events where action = 'account.login-failed'"
    expect(await rows(failures)).toHaveLength(10)
    await strict.close()
  })
})

describe('a session after its owner has proven who they are', () => {
  it('has another id at each step of turning the second factor on, and stays the same one', async () => {
    const ids = [getSessionId(portal.here)]
    const session = await currentRef(portal.here)
    const currentPassword = portal.admin.password
    const { body } = await portal.here.post(path).send({ currentPassword }).expect(201)
    ids.push(getSessionId(portal.here))
    await portal.here
      .post(`${path}/confirm`)
      .send({ code: computeCode(body.secret) })
      .expect(200)
    ids.push(getSessionId(portal.here))
    expect(new Set(ids).size).toBe(3)
    expect(await currentRef(portal.here)).toEqual(session)
    expect(await rows('select 1 from sessions')).toHaveLength(1)
  })
})

describe('the first code of an app', () => {
  it('is looked for twenty times at most', async () => {
    const begun = await portal.here
      .post(path)
      .send({ currentPassword: portal.admin.password })
      .expect(201)
    const strict = await startTestApp({
      env: { LIMITS: '1' },
      database: { url: portal.app.databaseUrl, drop: () => Promise.resolve() },
    })
    const session = visit(strict).set('Cookie', `sid=${getSessionId(portal.here)}`)
    const confirm = (code: string) => session.post(`${path}/confirm`).send({ code })
    for (let guess = 0; guess < 20; guess += 1) await confirm('not a code').expect(400)
    await confirm(computeCode(begun.body.secret)).expect(429, tooMany)
    await strict.close()
  })
})

describe('turning the second factor off', () => {
  it('leaves the password alone to log in with, and is told by mail', async () => {
    const { secret } = await turnOn()
    waitForNextCode()
    const credentials = { currentPassword: portal.admin.password, code: computeCode(secret) }
    await portal.here.post(`${path}/remove`).send(credentials).expect(200)
    await login().expect(200)
    await portal.here
      .get(path)
      .expect(200, { isOn: false, isRequired: false, recoveryCodesLeft: 0 })
    const events = "select action from audit_events where action like '%factor%' order by id"
    expect(await rows(events)).toEqual([
      ['account.second-factor-on'],
      ['account.second-factor-off'],
    ])
    const notices = "select subject from mails where kind = 'notice' order by id"
    expect(await rows(notices)).toEqual([
      ['Two-step login was turned on'],
      ['Two-step login was turned off'],
    ])
  })
})

describe('recovering the administrator', () => {
  it('turns the second factor off, and leaves a trace of it', async () => {
    await turnOn()
    const password = await recoverAdmin({ ...portal.app, email: portal.admin.email })
    await logIn(portal.app, { email: portal.admin.email, password })
    const events = "select action from audit_events where action like '%factor%' order by id"
    expect(await rows(events)).toEqual([
      ['account.second-factor-on'],
      ['account.second-factor-off'],
    ])
  })
})

describe('new recovery codes', () => {
  it('take the place of the old ones, end the other sessions, and are told by mail', async () => {
    const { codes } = await turnOn()
    const [first = '', second = '', third = ''] = codes
    const elsewhere = visit(portal.app)
    await elsewhere
      .post('/api/login')
      .send({ ...portal.admin, code: first })
      .expect(200)
    const credentials = { currentPassword: portal.admin.password, code: second }
    const { body } = await portal.here.post(`${path}/recovery-codes`).send(credentials).expect(200)
    const renewed = recoveryCodes.parse(body).recoveryCodes
    expect(new Set([...codes, ...renewed]).size).toBe(20)
    await elsewhere.get('/api/user').expect(401)
    await login({ code: third }).expect(401)
    await login({ code: renewed[0] }).expect(200)
    await portal.here.get(path).expect(200, { isOn: true, isRequired: false, recoveryCodesLeft: 9 })
    expect(await rows("select 1 from mails where subject = 'You have new recovery codes'")).toEqual(
      [[1]],
    )
    const events =
      "select object from audit_events where action = 'account.recovery-codes-replaced'"
    expect(await rows(events)).toEqual([[`user:${portal.admin.id}`]])
  })

  it('are for a second factor that is on', async () => {
    const credentials = { currentPassword: portal.admin.password }
    await portal.here.post(`${path}/recovery-codes`).send(credentials).expect(409)
    expect(await rows('select 1 from recovery_codes')).toEqual([])
  })
})
