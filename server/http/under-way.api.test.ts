import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { logIn, sessionCookie, visit, type Agent } from '@tests/support/portal/agents'
import { pleaseLogIn } from '@tests/support/portal/answers'
import { eventually } from '@tests/support/portal/eventually'
import { buildAdmin, buildFile, buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { seeWaiting } from '@tests/support/portal/meet-at-lock'
import { stopClock, turnOnSecondFactor } from '@tests/support/portal/second-factor'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp({ env: { LIMITS: '1' } })
const admin = await buildAdmin(app)

/** Sends a request and hangs up after `wait`, without waiting for the answer. */
async function hangUp(lines: string[], wait: () => Promise<unknown>): Promise<void> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(lines.join('\r\n'))
  await wait()
  socket.resetAndDestroy()
}

const head = (path: string, length: number, more: string[]) => [
  `POST ${path} HTTP/1.1`,
  `Host: ${new URL(app.url).host}`,
  `Origin: ${app.origin}`,
  `Content-Length: ${length}`,
  ...more,
  '',
]

describe('a client that hangs up', () => {
  it('once the password is hashed, is counted for the account that it made all the same', async () => {
    const { uploadKey } = await buildFile(app)
    const email = 'hang-up@example.com'
    const body = JSON.stringify(buildRegistration({ email, uploadKey }))
    const holder = await app.pool.connect()
    await holder.query('begin; lock table users in exclusive mode')
    const register = [
      ...head('/api/register', body.length, ['Content-Type: application/json']),
      body,
    ]
    await hangUp(register, () => seeWaiting(app, 1))
    await holder.query('commit')
    holder.release()
    await eventually(async () => {
      const { rows } = await app.pool.query('select email from users where email = $1', [email])
      expect(rows).toEqual([{ email }])
    })
    const { rows } = await app.pool.query(
      "select points from rate_limits where key like 'registerHour:%'",
    )
    expect(rows).toEqual([{ points: 1 }])
  })

  it('frees its place among the uploads, whenever it goes', async () => {
    const upload = head('/api/upload', 1000, [
      `Cookie: ${await sessionCookie(app, await buildUser(app))}`,
      'Content-Type: multipart/form-data; boundary=xx',
    ])
    for (let round = 0; round < 40; round += 1) {
      // Some hang up right away, some while the session is looked up, some in the middle of the body.
      await hangUp([...upload, '--xx', ''], async () => {
        for (let turn = 0; turn < round; turn += 1) await setImmediate()
      })
    }
    const { bytes, name } = samples.pdf()
    await eventually(async () => {
      await app.pool.query('delete from rate_limits')
      await visit(app).post('/api/upload').attach('file', bytes, name).expect(201)
    })
  })
})

describe('JSON that began before its session ended', () => {
  it('changes nothing: who sends it is looked up when it is there', async () => {
    const Cookie = await sessionCookie(app, admin)
    const file = await buildFile(app)
    const body = JSON.stringify({ status: 'rejected' })
    const sent = request(`${app.url}/api/admin/files/${file.id}/status`, {
      method: 'PATCH',
      headers: {
        Origin: app.origin,
        Cookie,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      },
    })
    const answered = once(sent, 'response')
    sent.write(body.slice(0, 5))
    await visit(app).post('/api/logout').set({ Cookie }).expect(200)
    sent.end(body.slice(5))
    const [answer]: IncomingMessage[] = await answered
    expect(answer?.statusCode).toBe(401)
    const { rows } = await app.pool.query('select status from files where id = $1', [file.id])
    expect(rows).toEqual([{ status: 'pending' }])
  })
})

/** Does something else while the next password is being hashed. */
function whileHashing(doMeanwhile: () => Promise<unknown>): void {
  const hash = app.passwords.hash.bind(app.passwords)
  const spy = vi.spyOn(app.passwords, 'hash').mockImplementationOnce(async (...asked) => {
    await doMeanwhile()
    return hash(...asked)
  })
  onTestFinished(() => spy.mockRestore())
}

const change = (agent: Agent, { password }: BuiltUser, newPassword: string) =>
  agent.post('/api/password').send({ currentPassword: password, newPassword })

describe('two changes of a password at the same time', () => {
  it('the one that is done first counts, and has ended the session of the other', async () => {
    const user = await buildUser(app)
    const [thief, owner] = [await logIn(app, user), await logIn(app, user)]
    whileHashing(() => change(owner, user, 'nine purple lanterns').expect(200))
    await change(thief, user, 'a stolen lighthouse').expect(401, pleaseLogIn)
    await thief.get('/api/user').expect(401)
    await owner.get('/api/user').expect(200)
    await logIn(app, { ...user, password: 'nine purple lanterns' })
  })
})

describe('a login under way while the second factor is turned on', () => {
  it('opens nothing, as it was asked for no code', async () => {
    stopClock()
    onTestFinished(() => void vi.useRealTimers())
    const here = await logIn(app, admin)
    // The login renews this hash, which gives the other request time.
    vi.spyOn(app.passwords, 'isCurrent').mockReturnValueOnce(false)
    whileHashing(() => turnOnSecondFactor(here, admin.password))
    const late = visit(app)
    await late.post('/api/login').send(admin).expect(200)
    await late.get('/api/admin/users').expect(401, pleaseLogIn)
    await here.get('/api/admin/users').expect(200)
  })
})
