import { connect } from 'node:net'
import { describe, expect, it, vi } from 'vitest'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'

const app = await startSharedApp({ env: { LIMITS: '1', TRUST_PROXY: 'loopback' } })

/** Sends a request and hangs up as soon as `until` holds, without waiting for the answer. */
async function hangUp(request: string[], until: () => Promise<unknown>): Promise<void> {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
  socket.write(request.join('\r\n'))
  await until()
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

const counted = async (limit: string) => {
  const { rows } = await app.pool.query('select points from rate_limits where key like $1', [
    `${limit}:%`,
  ])
  return Number(rows[0]?.points ?? 0)
}

describe('a client that hangs up', () => {
  it('once the password is hashed, is counted for the account that it made all the same', async () => {
    const { uploadKey } = await buildFile(app)
    const body = JSON.stringify(buildRegistration({ email: 'hang-up@example.com', uploadKey }))
    const request = [
      ...head('/api/register', body.length, ['Content-Type: application/json']),
      body,
    ]
    const holder = await app.pool.connect()
    await holder.query('begin; lock table users in exclusive mode')
    await hangUp(request, () =>
      vi.waitUntil(async () => {
        const waiting = await app.pool.query(
          `select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waiting.rowCount === 1
      }),
    )
    await holder.query('commit')
    holder.release()
    await vi.waitUntil(async () => {
      const found = await app.pool.query("select 1 from users where email = 'hang-up@example.com'")
      return found.rowCount === 1
    })
    expect(await counted('registerHour')).toBe(1)
  })

  it('frees its place among the uploads, whenever it goes', async () => {
    const cookie = await sessionCookie(app, await buildUser(app))
    const upload = head('/api/upload', 1000, [
      `Cookie: ${cookie}`,
      'Content-Type: multipart/form-data; boundary=xx',
    ])
    for (let round = 0; round < 40; round += 1) {
      // Some hang up at once, some while the session is looked up, some in the middle of the body.
      await hangUp([...upload, '--xx', ''], async () => {
        for (let turn = 0; turn < round; turn += 1) {
          await new Promise((resolve) => setImmediate(resolve))
        }
      })
    }
    await app.pool.query('delete from rate_limits')
    const { bytes, name } = samples.pdf()
    await vi.waitUntil(
      async () => {
        const answer = await visit(app).post('/api/upload').attach('file', bytes, name)
        return answer.status === 201
      },
      { timeout: 5_000, interval: 100 },
    )
  })
})

describe('logins from one IPv6 network', () => {
  it('share one count, whatever the address in it', async () => {
    await app.pool.query('delete from rate_limits')
    const attempt = (address: string) =>
      visit(app)
        .post('/api/login')
        .set('X-Forwarded-For', address)
        .send({ email: 'nobody@example.com', password: 'wrong' })
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => attempt(`2001:db8:1:2::${index + 1}`).expect(401)),
    )
    await attempt('2001:db8:1:2::99').expect(429)
    await attempt('2001:db8:1:3::99').expect(401)
  })
})

describe('the daily limit of unclaimed uploads', () => {
  it('counts what is still unclaimed: registering gives the place back', async () => {
    await app.pool.query('delete from rate_limits')
    const { bytes, name } = samples.pdf()
    const { body } = await visit(app).post('/api/upload').attach('file', bytes, name).expect(201)
    expect(await counted('unclaimedDay')).toBe(1)
    await visit(app)
      .post('/api/register')
      .send(buildRegistration({ uploadKey: body.uploadKey }))
      .expect(201)
    expect(await counted('unclaimedDay')).toBe(0)
    await visit(app)
      .post('/api/register')
      .send(buildRegistration({ uploadKey: (await buildFile(app)).uploadKey }))
      .expect(201)
    expect(await counted('unclaimedDay')).toBe(0)
  })

  it('gives no place back for a shared login, which took none', async () => {
    await app.pool.query('delete from rate_limits')
    const { bytes, name } = samples.pdf()
    await visit(app).post('/api/upload').attach('file', bytes, name).expect(201)
    const { uploadKey } = await buildCredential(app)
    await visit(app).post('/api/register').send(buildRegistration({ uploadKey })).expect(201)
    expect(await counted('unclaimedDay')).toBe(1)
    await app.pool.query('delete from rate_limits')
  })

  it('counts a link as a claim, too', async () => {
    const agent = await logIn(app, await buildUser(app))
    const { bytes, name } = samples.pdf()
    const { body } = await agent.post('/api/upload').attach('file', bytes, name).expect(201)
    await agent.post(`/api/link-file/${body.uploadKey}`).expect(200)
    expect(await counted('unclaimedDay')).toBe(0)
  })
})
