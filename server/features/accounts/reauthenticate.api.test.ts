import { describe, expect, it, vi } from 'vitest'
import { ascending, invalid } from '@tests/support/portal/answers'
import { getSessionId, visit } from '@tests/support/portal/agents'
import {
  computeCode,
  turnOnSecondFactor,
  waitForNextCode,
} from '@tests/support/portal/second-factor'
import { startStillPortal } from '@tests/support/portal/still-portal'

const portal = await startStillPortal()

const path = '/api/admin/second-factor'
const settingsPath = '/api/admin/settings/email'
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

/** Turns two-step login on. Answers the code that turned it on, the next one, and recovery codes. */
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

  it('are good once, in however many sessions at once', async () => {
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

  it('is asked of no one without a second factor', async () => {
    await save().expect(200)
  })

  it('leaves the session as short as it was', async () => {
    const { headers } = await prove().expect(200)
    const [, expires = ''] = /Expires=([^;]+)/.exec(String(headers['set-cookie'])) ?? []
    expect((Date.parse(expires) - Date.now()) / 60_000).toBeCloseTo(30, 0)
  })
})
