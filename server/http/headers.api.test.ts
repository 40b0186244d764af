import { describe, expect, it, vi } from 'vitest'
import { errorBody } from '@shared/errors'
import { startTestApp } from '@tests/support/portal/app'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { eventually } from '@tests/support/portal/eventually'
import { logIn, visit } from '@tests/support/portal/agents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { sendRaw } from '@tests/support/network/raw-http'

const app = await startSharedApp()
const user = await buildUser(app)
const owner = await logIn(app, user)
const file = await buildFile(app, { owner: user })
const filePath = `/uploads/${file.uploadKey}/${file.fileName}`

const answers = [
  ['a success', 200, () => owner.get('/api/user')],
  ['a stored file', 200, () => owner.get(filePath)],
  ['a health check', 200, () => visit(app).get('/healthz')],
  ['bad input', 400, () => visit(app).post('/api/login').send({})],
  ['no session', 401, () => visit(app).get('/api/user')],
  ['no right', 403, () => owner.get('/api/admin/users')],
  ['another site', 403, () => owner.post('/api/login').set('Origin', 'https://evil.example')],
  ['no such call', 404, () => visit(app).get('/api/nothing/here')],
  ['no such file', 404, () => owner.get('/uploads/x/y.pdf')],
  ['no such page', 404, () => visit(app).get('/no-pages-are-built-here')],
  ['an unreadable path', 400, () => visit(app).post('/api/link-file/%ff')],
  [
    'too much',
    413,
    () =>
      visit(app)
        .post('/api/login')
        .send({ x: 'x'.repeat(110_000) }),
  ],
  [
    'a wrong type',
    415,
    () => visit(app).post('/api/upload').attach('file', Buffer.from('x'), 'x.pdf'),
  ],
] as const

describe.each(answers)('the answer to %s', (_what, status, ask) => {
  it('carries every security header and a request id', async () => {
    const { headers } = await ask().expect(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('strict-transport-security')
  })
})

describe('answers', () => {
  it('under /api and /uploads are kept in no cache, whatever they say', async () => {
    for (const path of ['/api/user', '/api/nothing', '/uploads/x/y.pdf', '/uploads', filePath])
      expect((await owner.get(path)).headers['cache-control']).toBe('no-store')
  })

  it('that refuse are JSON with a message and a code', async () => {
    for (const [what, status, ask] of answers) {
      if (status === 200) continue
      const { body, headers } = await ask().expect(status)
      expect([what, headers['content-type']]).toEqual([what, 'application/json; charset=utf-8'])
      expect(errorBody.strict().parse(body).message).not.toBe('')
    }
  })

  it('each have a request id of their own, whatever the request claims', async () => {
    const ask = () => visit(app).get('/healthz').set('X-Request-Id', 'mine')
    const ids = [await ask(), await ask()].map(({ headers }) => headers['x-request-id'])
    expect(new Set(ids).size).toBe(2)
    expect(ids).not.toContain('mine')
    expect(app.logs()).toContain(`"id":"${ids[0]}"`)
  })

  it('to unreadable paths and odd methods stay JSON and show nothing of the inside', async () => {
    const odd = [
      { path: '/api/%ff' },
      { path: '/uploads/%ff/x' },
      { path: '/uploads/x/%c0%ae' },
      { path: '/api/link-file/%', method: 'POST' },
      { path: '/api/admin/users/%ff', method: 'DELETE' },
      { path: '/api/user', method: 'TRACE' },
      { path: '/api/user', method: 'PROPFIND' },
      { path: `/api/${'x'.repeat(8000)}` },
      { path: '//evil.example/%2e%2e' },
      { path: '/api/../../etc/passwd' },
    ]
    for (const request of odd) {
      const answer = await sendRaw(app, request)
      expect([request.path.slice(0, 30), answer.status]).toEqual([
        request.path.slice(0, 30),
        expect.toSatisfy((status) => [400, 401, 404].includes(Number(status))),
      ])
      expect(answer.headers['content-type']).toContain('application/json')
      expect(answer.body.toString()).not.toMatch(/ at |node_modules|\.ts|Error/)
    }
  })

  it('to a path over 16 KB come from the HTTP server itself', async () => {
    const { status } = await sendRaw(app, { path: `/api/${'x'.repeat(20_000)}` })
    expect(status).toBe(431)
  })

  it('to a readiness check say 503 while the database is away', async () => {
    const away = {
      url: 'postgresql://portal:x@127.0.0.1:1/portal',
      drop: () => Promise.resolve(),
    }
    const cut = await startTestApp({ database: away })
    await visit(cut).get('/healthz').expect(200, { status: 'ok' })
    const notReady = { message: 'Not ready.', code: 'unavailable' }
    await visit(cut).get('/readyz').expect(503, notReady)
    const busy = {
      message: 'The portal is busy. Please try again in a moment.',
      code: 'unavailable',
    }
    const login = { email: 'a@example.com', password: 'x' }
    const { headers } = await visit(cut).post('/api/login').send(login).expect(503, busy)
    expect(headers['retry-after']).toBe('5')
    await visit(cut).get('/api/user').set('Cookie', 'sid=s%3Ax.y').expect(401)
    expect(cut.logs()).not.toContain('a@example.com')
    await cut.close()
  })

  it('to health checks are given', async () => {
    await visit(app).get('/healthz').expect(200, { status: 'ok' })
    await visit(app).get('/readyz').expect(200, { status: 'ok' })
  })

  it('to any number of readiness checks come of one look in a second', async () => {
    const own = await startTestApp()
    const check = vi.spyOn(own.storage, 'check')
    const askTogether = () =>
      Promise.all(Array.from({ length: 50 }, () => visit(own).get('/readyz').expect(200)))
    await askTogether()
    const looks = check.mock.calls.length
    // More than one where 50 calls take longer than a second.
    expect(looks).toBeLessThan(5)
    await eventually(async () => {
      await askTogether()
      expect(check.mock.calls.length).toBeGreaterThan(looks)
    })
    await own.close()
  })
})
