import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import request from 'supertest'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sessionCookie, visit } from '@tests/support/portal/agents'
import { eventually } from '@tests/support/portal/eventually'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { buildRegistration } from '@tests/support/samples/forms'
import { samples } from '@tests/support/samples/samples'
import { createApp } from '../app'
import { connectDatabase } from '../db/client'

const app = await startSharedApp({ env: { LIMITS: '1' } })

const message = 'The portal is busy. Please try again in a moment.'
const busy = { message, code: 'unavailable' }

/** Keeps as many being hashed as may be, each for another address, until the work is done. */
async function whileHashingIsFull(work: () => Promise<void>): Promise<void> {
  const controller = new AbortController()
  const hashOn = async () => {
    while (!controller.signal.aborted) {
      const caller = { address: randomUUID(), hungUp: new AbortController().signal }
      await app.passwords.hash('a long enough phrase', { caller })
    }
  }
  const queue = Array.from({ length: 42 }, hashOn)
  await work().finally(() => controller.abort())
  await Promise.all(queue)
}

describe('with 42 passwords waiting to be hashed', () => {
  it('logins and registrations are turned away, and not counted', async () => {
    const user = await buildUser(app)
    const { email, password } = user
    const registration = buildRegistration({ uploadKey: (await buildFile(app)).uploadKey })
    const logInNow = () => visit(app).post('/api/login').send({ email, password })
    await whileHashingIsFull(async () => {
      const { headers } = await logInNow().expect(503, busy)
      expect(headers['retry-after']).toBe('5')
      await visit(app).post('/api/register').send(registration).expect(503, busy)
    })
    for (const limit of ['loginPerIp', 'registerHour'] as const)
      await eventually(async () => expect(await app.limits.count(limit, '127.0.0.1')).toBe(0))
    await logInNow().expect(200)
    await visit(app).post('/api/register').send(registration).expect(201)
  })
})

describe('a login that cannot be checked', () => {
  it('is not counted as a failure', async () => {
    const { email, password } = await buildUser(app)
    await app.asOwner('alter table users rename to users_away')
    try {
      await visit(app).post('/api/login').send({ email, password }).expect(500)
    } finally {
      await app.asOwner('alter table users_away rename to users')
    }
    expect(await app.limits.count('loginPerIp', '127.0.0.1')).toBe(0)
  })
})

describe('a statement that waits', () => {
  it('is ended after 5 seconds', async () => {
    const { rows } = await app.pool.query('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: '5s' }])
  })

  it('is answered 503 when it is ended, and its connection is used again', async () => {
    const options = { statementTimeoutMs: 1_000, connections: 1 }
    const { db, pool } = connectDatabase(app.databaseUrl, app.logger, options)
    const Cookie = await sessionCookie(app, await buildUser(app))
    const other = new Client({ connectionString: app.databaseUrl })
    await other.connect()
    await other.query('begin; lock table files in access exclusive mode')
    const portal = request(createApp({ ...app, db, pool }))
    const { headers } = await portal.get('/api/files').set({ Cookie }).expect(503, busy)
    expect(headers['retry-after']).toBe('5')
    await other.end()
    await portal.get('/api/files').set({ Cookie }).expect(200, [])
    await pool.end()
  })
})

/** What the log says of a request, but for the line that each has at level debug. */
const linesOf = (id: string | undefined) =>
  app
    .logs()
    .split('\n')
    .filter((line) => id && line.includes(id) && !line.includes('"level":20'))

describe('what is expected to fail now and then', () => {
  const question = { email: 'ada@partner.example', subject: 'Review', message: 'When?' }

  it('is answered 503, with one line that has no stack: a full disk of Postgres', async () => {
    await app.asOwner(`create function fill() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`)
    await app.asOwner(
      'create trigger fill before insert on messages for each row execute function fill()',
    )
    const { headers } = await visit(app).post('/api/messages').send(question).expect(503, busy)
    await app.asOwner('drop function fill cascade')
    expect(headers['retry-after']).toBe('5')
    const lines = linesOf(headers['x-request-id'])
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, status: 503, reason: 'could not extend file' }),
    ])
    expect(lines.join()).not.toContain('stack')
  })

  it.each([
    ['EACCES', 503, 40],
    ['EPERM', 503, 40],
    ['ENOSPC', 507, 40],
    ['EISDIR', 500, 50],
  ])('and so is a folder that answers %s: %d', async (code, status, level) => {
    const failure = Object.assign(new Error(`${code}: it failed`), { code })
    const keep = vi.spyOn(app.storage, 'keep').mockRejectedValue(failure)
    const { bytes, name } = samples.pdf()
    const { headers } = await visit(app)
      .post('/api/upload')
      .attach('file', bytes, name)
      .expect(status)
    keep.mockRestore()
    const lines = linesOf(headers['x-request-id'])
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      expect.objectContaining({ level }),
    ])
    expect(lines.join().includes('stack')).toBe(level === 50)
    expect(headers['retry-after']).toBe(status === 503 ? '5' : undefined)
  })
})

describe('a database that has become read-only', async () => {
  /** The same database as a leader is that was replaced, or a replica. */
  const url = new URL(app.databaseUrl)
  url.searchParams.set('options', '-c default_transaction_read_only=on')
  const database = { url: url.href, drop: async () => undefined }
  const readOnly = await startSharedApp({ database })
  const linesWith = (text: string) => {
    const lines = readOnly.logs().split('\n')
    return lines.filter((line) => line.includes(text))
  }

  it('has them tried again later, and goes on being read', async () => {
    const question = { email: 'ada@partner.example', subject: 'Review', message: 'When?' }
    await visit(readOnly).post('/api/messages').send(question).expect(503, busy)
    await visit(readOnly).get('/api/user').expect(401)
  })

  it('makes the portal not ready, which is logged once', async () => {
    const look = vi.spyOn(readOnly.storage, 'check')
    await eventually(async () => {
      await visit(readOnly).get('/readyz').expect(503)
      expect(look.mock.calls.length).toBeGreaterThan(1)
    })
    const [said, ...more] = linesWith('"msg":"not ready"')
    expect(more).toEqual([])
    expect(said).toContain('is read-only')
    for (const line of linesWith('"path":"/readyz"'))
      expect(JSON.parse(line)).toMatchObject({ level: 20 })
    await visit(app).get('/readyz').expect(200)
  })

  it('takes no upload, and of those that were refused nothing is left', async () => {
    const { bytes, name } = samples.pdf()
    await visit(readOnly).post('/api/upload').attach('file', bytes, name).expect(503, busy)
    await eventually(async () => expect(await readOnly.storedPaths()).toEqual([]))
  })

  it('keeps no one from reading whose session should be extended', async () => {
    const Cookie = await sessionCookie(app, await buildUser(app))
    await app.pool.query("update sessions set expire = expire - interval '10 minutes'")
    const written = vi.spyOn(console, 'error')
    onTestFinished(() => written.mockRestore())
    await visit(readOnly).get('/api/user').set({ Cookie }).expect(200)
    await eventually(async () => {
      expect(linesWith('session store did not answer')).toHaveLength(1)
    })
    expect(linesWith('response broke off')).toEqual([])
    expect(written).not.toHaveBeenCalled()
  })
})

describe('while the database is away', async () => {
  const page = '<!doctype html><title>Portal</title>'
  const clientDir = await mkdtemp(join(tmpdir(), 'portal-test-client-'))
  afterAll(() => rm(clientDir, { recursive: true }))
  await writeFile(join(clientDir, 'index.html'), page)
  const database = { url: 'postgresql://portal:x@127.0.0.1:1/portal', drop: async () => undefined }
  const cut = await startSharedApp({ clientDir, database })

  it.each(['/', '/login', '/admin/users/', '/login?next=//evil.example'])(
    '%s shows the app, even to someone with a session',
    async (path) => {
      const { text, headers } = await visit(cut).get(path).set('Cookie', 'sid=s%3Ax.y').expect(200)
      expect(text).toBe(page)
      expect(headers['content-type']).toBe('text/html; charset=utf-8')
      expect(headers['content-security-policy']).toContain("script-src 'self';")
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers).not.toHaveProperty('set-cookie')
    },
  )

  it('no page is shown under /api and /uploads', async () => {
    const unknown = { message: 'There is no such call.', code: 'not_found' }
    for (const path of ['/api/login', '/api', '/uploads/.gitkeep'])
      await visit(cut).get(path).expect(404, unknown)
  })

  it('the process is alive, but not ready; calls should be tried again', async () => {
    await visit(cut).get('/healthz').expect(200, { status: 'ok' })
    await visit(cut).get('/readyz').expect(503, { message: 'Not ready.', code: 'unavailable' })
    const login = { email: 'a@example.com', password: 'x' }
    const { headers } = await visit(cut).post('/api/login').send(login).expect(503, busy)
    expect(headers['retry-after']).toBe('5')
    await visit(cut).get('/api/user').set('Cookie', 'sid=s%3Ax.y').expect(401)
    expect(cut.logs()).not.toContain('a@example.com')
  })
})
