import { describe, expect, it, vi } from 'vitest'
import { ascending, invalid } from '@tests/support/portal/answers'
import { getSessionId, logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { textSettings } from '@tests/support/portal/feature-calls'
import {
  computeCode,
  turnOnSecondFactor,
  waitForNextCode,
} from '@tests/support/portal/second-factor'
import { startStillPortal } from '@tests/support/portal/shared-app'

const portal = await startStillPortal()

const path = '/api/admin/second-factor'
const settingsPath = '/api/admin/settings/email'
const textsPath = '/api/admin/settings/texts'
const mailbox = { email: 'office@mail.example', appPassword: 'abcd efgh' }
const needed = {
  message: 'Confirm it’s you first, with your password and a code.',
  code: 'reauthentication-required',
}
const wrongPassword = 'That isn’t your current password.'
const codeMissing = invalid('code', 'Enter the code from your authenticator app.')
const codeWrong = invalid(
  'code',
  'That code isn’t right, or it was already used. A new one appears every 30 seconds.',
)

/** Turns two-step login on. Returns the code that turned it on, the next one, and recovery codes. */
async function turnOn() {
  const { secret, confirmedWith, codes } = await turnOnSecondFactor(
    portal.here,
    portal.admin.password,
  )
  waitForNextCode()
  return { secret, confirmedWith, code: computeCode(secret), codes }
}

const logInElsewhere = async (code: string | undefined) => {
  const elsewhere = visit(portal.app)
  await elsewhere
    .post('/api/login')
    .send({ ...portal.admin, code })
    .expect(200)
  return elsewhere
}
const save = (agent = portal.here) => agent.post(settingsPath).send(mailbox)
const prove = (code?: string) =>
  portal.here.post('/api/reauthenticate').send({ password: portal.admin.password, code })

describe('password and code', () => {
  const newPassword = 'eleven quiet lighthouses'
  it.each([
    ['turning the second factor off', `${path}/remove`, 'currentPassword', {}],
    ['new recovery codes', `${path}/recovery-codes`, 'currentPassword', {}],
    ['another password', '/api/password', 'currentPassword', { newPassword }],
    ['going on for some minutes', '/api/reauthenticate', 'password', {}],
  ])('are asked for by %s, which gives the session a new id', async (_what, call, field, more) => {
    const { code, confirmedWith } = await turnOn()
    const { password } = portal.admin
    const send = (typed: string, typedCode?: string) =>
      portal.here.post(call).send({ ...more, [field]: typed, code: typedCode })
    await send(password).expect(400, codeMissing)
    await send(password, ' ').expect(400, codeMissing)
    await send(password, confirmedWith).expect(400, codeWrong)
    await send('a guess', code).expect(400, invalid(field, wrongPassword))
    await portal.here.get(path).expect(200)
    await save().expect(403, needed)

    const before = getSessionId(portal.here)
    await send(password, code).expect(200)
    expect(getSessionId(portal.here)).not.toBe(before)
    await portal.here.get(path).expect(200)
    // The old id is worth nothing.
    await visit(portal.app).get('/api/user').set('Cookie', `sid=${before}`).expect(401)
  })

  it('are good once, in however many sessions at the same time', async () => {
    const { secret, code } = await turnOn()
    const elsewhere = await logInElsewhere(code)
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
})

describe('a recent confirmation', () => {
  it('comes before the mail settings, and lasts ten minutes', async () => {
    const { code } = await turnOn()
    await save().expect(403, needed)
    await portal.here.post(`${settingsPath}/test-connection`).send(mailbox).expect(403, needed)
    await portal.here.put(textsPath).send(textSettings).expect(403, needed)
    await portal.here.post(`${textsPath}/test-connection`).send(textSettings).expect(403, needed)
    await portal.here.delete(textsPath).expect(403, needed)
    const to = '(303) 555-0199'
    await portal.here.post(`${textsPath}/send-test`).send({ to }).expect(403, needed)
    await portal.here.get(settingsPath).expect(200)
    await prove(code).expect(200, { message: 'Thank you. You can continue.' })
    await save().expect(200)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await save().expect(200)
    vi.setSystemTime(Date.now() + 1)
    await save().expect(403, needed)
  })

  it('is of one session, and no login', async () => {
    const { code, codes } = await turnOn()
    await prove(code).expect(200)
    const elsewhere = await logInElsewhere(codes[0])
    await save(elsewhere).expect(403, needed)
    await save().expect(200)
  })

  it('that took no code yet counts no more once there is one', async () => {
    await prove().expect(200)
    await turnOn()
    await save().expect(403, needed)
  })

  it('is asked of no one without a second factor', async () => {
    await save().expect(200)
  })

  it('leaves the session as short as it was', async () => {
    const { headers } = await prove().expect(200)
    const [, expires = ''] = /Expires=([^;]+)/.exec(String(headers['set-cookie'])) ?? []
    expect((Date.parse(expires) - Date.now()) / 60_000).toBeCloseTo(30, 0)
  })
})

const details = { firstName: 'Zoë', lastName: 'Núñez', phoneNumber: '(970) 555-0177' }
const passwordOnly = {
  message: 'Confirm it’s you first, with your password.',
  code: 'reauthentication-required',
}
const bank = {
  method: 'ach',
  routingNumber: '021000021',
  accountNumber: '77123498761234',
  accountType: 'checking',
}

async function visitAsPartner() {
  const user = await buildUser(portal.app)
  const agent = await logIn(portal.app, user)
  const confirm = () =>
    agent.post('/api/reauthenticate').send({ password: user.password }).expect(200)
  return { user, agent, confirm }
}

describe.each([
  ['one’s details', 'patch', '/api/user', details, 200],
  ['another email', 'post', '/api/email-change', { newEmail: 'zoe@new.example' }, 200],
  ['a copy of one’s data', 'post', '/api/account/data', {}, 200],
  ['two-step login', 'post', '/api/second-factor', {}, 201],
  ['closing the account', 'post', '/api/account/close', {}, 200],
] as const)('a confirmed session and %s', (_what, method, call, body, done) => {
  const send = (agent: Agent, typed: object = {}) => agent[method](call).send({ ...body, ...typed })

  it('needs no password for ten minutes, and only where it was given', async () => {
    const { user, agent, confirm } = await visitAsPartner()
    const elsewhere = await logIn(portal.app, user)
    await send(agent).expect(403, passwordOnly)
    await confirm()
    await send(elsewhere).expect(403, passwordOnly)
    vi.setSystemTime(Date.now() + 10 * 60_000)
    await send(agent).expect(done)
  })

  it('is over after ten minutes', async () => {
    const { agent, confirm } = await visitAsPartner()
    await confirm()
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1)
    await send(agent).expect(403, passwordOnly)
  })

  it('is no longer confirmed after a change of the password', async () => {
    const { user, agent, confirm } = await visitAsPartner()
    await confirm()
    const change = { currentPassword: user.password, newPassword: 'nine purple lanterns' }
    await agent.post('/api/password').send(change).expect(200)
    await send(agent).expect(403, passwordOnly)
  })

  it('is checked all the same once a password comes along', async () => {
    const { agent, confirm } = await visitAsPartner()
    await confirm()
    const wrong = invalid('currentPassword', wrongPassword)
    await send(agent, { currentPassword: 'a guess' }).expect(400, wrong)
  })
})

describe('a confirmed session', () => {
  it('may get new recovery codes and turn two-step login off, with the code that confirmed it', async () => {
    const { code } = await turnOn()
    const factor = '/api/second-factor'
    await portal.here.post(`${factor}/remove`).send({}).expect(403, needed)
    await prove(code).expect(200)
    await portal.here.post(`${factor}/recovery-codes`).send({}).expect(200)
    await portal.here.post(`${factor}/remove`).send({}).expect(200)
  })

  it('is asked all the same for the password to change it, and where money goes', async () => {
    const { agent, confirm } = await visitAsPartner()
    await confirm()
    const missing = invalid('currentPassword', 'Password is required.')
    await agent.put('/api/payment-settings').send(bank).expect(400, missing)
    const change = { newPassword: 'nine purple lanterns' }
    await agent.post('/api/password').send(change).expect(400, missing)
  })

  it('is asked all the same before someone else’s two-step login is turned off', async () => {
    const { user } = await visitAsPartner()
    await prove().expect(200)
    const missing = invalid('currentPassword', 'Password is required.')
    const theirs = `/api/admin/users/${user.id}/second-factor/remove`
    await portal.here.post(theirs).send({}).expect(400, missing)
  })

  it('changes nothing about what the administrator may not do to their own account', async () => {
    await prove().expect(200)
    await portal.here.patch('/api/user').send(details).expect(403)
    await portal.here.post('/api/account/close').send({}).expect(403)
    await portal.here.post('/api/email-change').send({ newEmail: 'boss@new.example' }).expect(403)
  })
})
