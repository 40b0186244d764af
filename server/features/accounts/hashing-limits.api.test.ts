import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '@tests/support/portal/app'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { computeCode, stopClock, turnOnSecondFactor } from '@tests/support/portal/second-factor'

let app: TestApp
const here = '127.0.0.1'

beforeAll(async () => {
  app = await startTestApp({ env: { LIMITS: '1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('delete from rate_limits')
})

const register = (registration: object) => visit(app).post('/api/register').send(registration)
const newRegistration = async () =>
  buildRegistration({ uploadKey: (await buildFile(app)).uploadKey })

/** Does something else when the next password waits for its turn, or when it was hashed. */
function meanwhile(when: 'before' | 'after', doMeanwhile: () => Promise<unknown>) {
  const hash = app.passwords.hash.bind(app.passwords)
  const outcome = { isHashed: false }
  vi.spyOn(app.passwords, 'hash').mockImplementationOnce(async (...asked) => {
    if (when === 'before') await doMeanwhile()
    const made = await hash(...asked)
    outcome.isHashed = true
    if (when === 'after') await doMeanwhile()
    return made
  })
  return outcome
}

describe('a registration refused after its password was hashed', () => {
  it('stays counted, as it has cost as much as one that was not', async () => {
    const registration = await newRegistration()
    meanwhile('after', () => buildUser(app, { email: registration.email }))
    await register(registration).expect(409)
    expect(await app.limits.count('registerHour', here)).toBe(1)
    expect(await app.limits.count('registerDay', here)).toBe(1)
  })
})

describe('nothing is hashed', () => {
  it('for a registration whose key was used while it waited; it is not counted either', async () => {
    const registration = await newRegistration()
    const first = await newRegistration()
    const { uploadKey } = registration
    const outcome = meanwhile('before', () => register({ ...first, uploadKey }).expect(201))
    await register(registration).expect(409)
    expect(outcome.isHashed).toBe(false)
    await eventually(async () => expect(await app.limits.count('registerHour', here)).toBe(1))
  })

  it('for a registration whose email was taken while it waited', async () => {
    const registration = await newRegistration()
    const { email } = registration
    const outcome = meanwhile('before', () => buildUser(app, { email }))
    await register(registration).expect(409)
    expect(outcome.isHashed).toBe(false)
  })

  it('for a link that was spent while its new password waited', async () => {
    const user = await buildUser(app)
    const token = await buildResetLink(app, user)
    const confirm = (password: string) =>
      visit(app).post('/api/password-reset/confirm').send({ token, password })
    const outcome = meanwhile('before', () => confirm('nine purple lanterns').expect(200))
    await confirm('a stolen lighthouse').expect(400)
    expect(outcome.isHashed).toBe(false)
    await logIn(app, { ...user, password: 'nine purple lanterns' })
  })

  it('for a session that ended while its new password waited', async () => {
    const user = await buildUser(app)
    const agents = [await logIn(app, user), await logIn(app, user)] as const
    const change = (agent: (typeof agents)[0], newPassword: string) =>
      agent.post('/api/password').send({ currentPassword: user.password, newPassword })
    const outcome = meanwhile('before', () => change(agents[0], 'nine purple lanterns').expect(200))
    await change(agents[1], 'a stolen lighthouse').expect(401)
    expect(outcome.isHashed).toBe(false)
  })
})

describe('a login refused after its password was checked', () => {
  it('stays counted', async () => {
    stopClock()
    const admin = await buildAdmin(app)
    const { secret } = await turnOnSecondFactor(await logIn(app, admin), admin.password)
    await app.pool.query('delete from rate_limits')
    await app.limits.penalize('secondFactor', String(admin.id))
    await app.pool.query("update rate_limits set points = 20 where key like 'secondFactor:%'")
    const { email, password } = admin
    await visit(app)
      .post('/api/login')
      .send({ email, password, code: computeCode(secret, 1) })
      .expect(429)
    expect(await app.limits.count('loginPerIp', here)).toBe(1)
    vi.useRealTimers()
  })
})

const callerFrom = (address: string) => ({ address, hungUp: new AbortController().signal })

describe('a client that hangs up while its login waits for its turn', () => {
  it('frees its place, and nothing is hashed or counted for it', async () => {
    const own = await startTestApp({ env: { LIMITS: '1', BCRYPT_COST: '12' } })
    const { email, password } = await buildUser(own)
    const hashing = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'].map((address) =>
      own.passwords.hash('a long enough phrase', { caller: callerFrom(address) }),
    )
    const verify = vi.spyOn(own.passwords, 'verify')
    const body = JSON.stringify({ email, password })
    const socket = connect(Number(new URL(own.url).port), here)
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nOrigin: ${own.origin}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await eventually(async () => expect(verify).toHaveBeenCalled())
    socket.destroy()
    await eventually(async () => expect(await own.limits.count('loginPerIp', here)).toBe(0))
    await Promise.all(hashing)
    expect(own.logs()).toContain('"code":"hung_up"')
    const { rowCount } = await own.pool.query(
      "select 1 from audit_events where action = 'account.logged-in'",
    )
    expect(rowCount).toBe(0)
    await own.close()
  })
})
