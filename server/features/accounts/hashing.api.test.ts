import { createHmac } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import bcrypt from 'bcrypt'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, visit, type Agent } from '@tests/support/portal/agents'
import { buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { buildResetLink } from '@tests/support/portal/reset-link'
import { startAppBeside, startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'

const oldPepper = 'old-password-pepper-0123456789abcdef'
const newPepper = 'new-password-pepper-0123456789abcdef'
const newPassword = 'nine purple lanterns'
const here = '127.0.0.1'

const app = await startSharedApp({
  env: { LIMITS: '1', PASSWORD_PEPPER: `${newPepper}, ${oldPepper}`, BCRYPT_COST: '5' },
})
/** The portal before its new pepper and cost. */
const before = await startSharedApp({
  env: { PASSWORD_PEPPER: oldPepper },
  database: { url: app.databaseUrl, drop: () => Promise.resolve() },
})

beforeEach(async () => {
  await app.pool.query('delete from rate_limits')
})

const register = (registration: object) => visit(app).post('/api/register').send(registration)
const newRegistration = async () =>
  buildRegistration({ uploadKey: (await buildFile(app)).uploadKey })
const changePassword = (agent: Agent, { password }: BuiltUser, chosen: string) =>
  agent.post('/api/password').send({ currentPassword: password, newPassword: chosen })

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
    const outcome = meanwhile('before', () => confirm(newPassword).expect(200))
    await confirm('a stolen lighthouse').expect(400)
    expect(outcome.isHashed).toBe(false)
    await logIn(app, { ...user, password: newPassword })
  })

  it('for a session that ended while its new password waited', async () => {
    const user = await buildUser(app)
    const [first, second] = [await logIn(app, user), await logIn(app, user)]
    const outcome = meanwhile('before', () => changePassword(first, user, newPassword).expect(200))
    await changePassword(second, user, 'a stolen lighthouse').expect(401)
    expect(outcome.isHashed).toBe(false)
  })

  it('for a client that hangs up while its login waits; it frees its place uncounted', async () => {
    const user = await buildUser(app)
    const turns = new EventEmitter()
    const end = once(turns, 'end')
    const hashing = ['192.0.2.1', '198.51.100.1'].map((address) =>
      app.passwords.hash('a long enough phrase', {
        caller: { address, hungUp: new AbortController().signal },
        checkAgain: () => end,
      }),
    )
    const body = JSON.stringify({ email: user.email, password: user.password })
    const socket = connect(Number(new URL(app.url).port), here)
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: x\r\nOrigin: ${app.origin}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    await eventually(async () => expect(app.passwords.countWaiting()).toBe(1))
    socket.destroy()
    await eventually(async () => expect(app.passwords.countWaiting()).toBe(0))
    await eventually(async () => expect(await app.limits.count('loginPerIp', here)).toBe(0))
    turns.emit('end')
    await Promise.all(hashing)
    expect(app.logs()).toContain('"code":"hung_up"')
    const { rowCount } = await app.pool.query(
      "select 1 from audit_events where action like 'account.log%' and object = $1",
      [`user:${user.id}`],
    )
    expect(rowCount).toBe(0)
  })
})

async function hashOf({ id }: BuiltUser): Promise<string> {
  const { rows } = await app.pool.query('select password_hash from users where id = $1', [id])
  return rows[0].password_hash
}

/** As it was stored before hashes named their pepper. */
async function makeUnnamed(user: BuiltUser): Promise<void> {
  const digest = createHmac('sha384', oldPepper).update(user.password, 'utf8').digest('base64')
  const hash = await bcrypt.hash(digest, 4)
  const store = 'update users set password_hash = $2, login_mark = null where id = $1'
  await app.pool.query(store, [user.id, hash])
}

describe('a login whose hash is of an older pepper or cost', () => {
  it.each([
    ['named', () => Promise.resolve()],
    ['not named', makeUnnamed],
  ])('renews it, the pepper %s, and ends no session', async (_how, make) => {
    const user = await buildUser(before)
    await make(user)
    const elsewhere = await logIn(before, user)
    const old = await hashOf(user)
    const renewing = await logIn(app, user)
    const renewed = await hashOf(user)
    expect(renewed).not.toBe(old)
    expect(renewed).toMatch(/^[\da-f]{8}\$2b\$05\$/)
    await elsewhere.get('/api/user').expect(200)
    await renewing.get('/api/user').expect(200)
    await logIn(app, user)
    expect(await hashOf(user)).toBe(renewed)
  })

  it('needs the old pepper no more afterwards; who never logged in does', async () => {
    const [came, stayedAway] = [await buildUser(before), await buildUser(before)]
    await logIn(app, came)
    const later = await startAppBeside(app, { PASSWORD_PEPPER: newPepper })
    await logIn(later, came)
    await visit(later).post('/api/login').send(stayedAway).expect(401)
  })

  it('keeps the hash when the password is wrong', async () => {
    const user = await buildUser(before)
    const old = await hashOf(user)
    await visit(app)
      .post('/api/login')
      .send({ ...user, password: 'wrong one' })
      .expect(401)
    expect(await hashOf(user)).toBe(old)
  })

  it('does not survive a password change, nor undo it', async () => {
    const user = await buildUser(before)
    const owner = await logIn(before, user)
    meanwhile('before', () => changePassword(owner, user, newPassword).expect(200))
    const late = await logIn(app, user)
    await late.get('/api/user').expect(401)
    await visit(app).post('/api/login').send(user).expect(401)
    await logIn(app, { ...user, password: newPassword })
  })
})
