import { expect, it, vi } from 'vitest'
import { invalid, tooMany } from '@tests/support/portal/answers'
import { startTestApp } from '@tests/support/portal/app'
import { getSessionId, visit } from '@tests/support/portal/agents'
import {
  computeCode,
  turnOnSecondFactor,
  waitForNextCode,
} from '@tests/support/portal/second-factor'
import { setUpStillPortal } from '@tests/support/portal/still-portal'

const portal = setUpStillPortal()

const path = '/api/reauthenticate'
const settingsPath = '/api/admin/settings/email'
const mailbox = { email: 'office@mail.example', appPassword: 'abcd efgh' }
const reauthenticationNeeded = {
  message: 'Confirm it’s you first, with your password and a code.',
  code: 'reauthentication-required',
}
const wrongPassword = invalid('password', 'That isn’t your current password.')
const codeMissing = invalid('code', 'Enter the code from your authenticator app.')

const turnOn = () => turnOnSecondFactor(portal.here, portal.admin.password)
const save = (agent = portal.here) => agent.post(settingsPath).send(mailbox)
const prove = (typed: object) =>
  portal.here.post(path).send({ password: portal.admin.password, ...typed })

it('comes before the mail settings, and lasts ten minutes', async () => {
  const { secret } = await turnOn()
  await save().expect(403, reauthenticationNeeded)
  await portal.here
    .post(`${settingsPath}/test-connection`)
    .send(mailbox)
    .expect(403, reauthenticationNeeded)
  await portal.here.get(settingsPath).expect(200)
  waitForNextCode()
  await prove({ code: computeCode(secret) }).expect(200)
  await save().expect(200)
  vi.setSystemTime(Date.now() + 10 * 60_000)
  await save().expect(200)
  vi.setSystemTime(Date.now() + 1)
  await save().expect(403, reauthenticationNeeded)
})

it('is of one session, and no login', async () => {
  const { secret, codes } = await turnOn()
  waitForNextCode()
  await prove({ code: computeCode(secret) }).expect(200)
  const elsewhere = visit(portal.app)
  await elsewhere
    .post('/api/login')
    .send({ ...portal.admin, code: codes[0] })
    .expect(200)
  await save(elsewhere).expect(403, reauthenticationNeeded)
  await save().expect(200)
})

it('takes the password and a code, and goes on under a new session id', async () => {
  const { secret, confirmedWith } = await turnOn()
  waitForNextCode()
  const code = computeCode(secret)
  await prove({}).expect(400, codeMissing)
  await prove({ code: confirmedWith }).expect(400)
  await prove({ password: 'a guess', code }).expect(400, wrongPassword)
  await save().expect(403, reauthenticationNeeded)
  const before = getSessionId(portal.here)
  await prove({ code }).expect(200, { message: 'Thank you. You can continue.' })
  expect(getSessionId(portal.here)).not.toBe(before)
  await visit(portal.app).get('/api/user').set('Cookie', `sid=${before}`).expect(401)
  await save().expect(200)
})

it('counts failures like those of logins', async () => {
  const strict = await startTestApp({
    env: { LIMITS: '1' },
    database: { url: portal.app.databaseUrl, drop: () => Promise.resolve() },
  })
  const session = visit(strict).set('Cookie', `sid=${getSessionId(portal.here)}`)
  for (let guess = 0; guess < 10; guess += 1) {
    await session.post(path).send({ password: 'a guess' }).expect(400, wrongPassword)
    await strict.limits.reset('loginPerAccount', portal.admin.email)
  }
  await session.post(path).send({ password: portal.admin.password }).expect(429, tooMany)
  await strict.close()
})

it('is asked of no one without a second factor', async () => {
  await save().expect(200)
})

it('leaves the session as short as it was', async () => {
  const { headers } = await prove({}).expect(200)
  const [, expires = ''] = /Expires=([^;]+)/.exec(String(headers['set-cookie'])) ?? []
  expect((Date.parse(expires) - Date.now()) / 60_000).toBeCloseTo(30, 0)
})
