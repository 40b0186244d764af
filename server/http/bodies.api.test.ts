import { describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import { unreadable } from '@tests/support/portal/answers'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { sendRaw } from '@tests/support/network/raw-http'
import { logIn, sessionCookie, visit } from '@tests/support/portal/agents'
import { buildAdmin, buildFile } from '@tests/support/portal/factories'

const app = await startSharedApp()
const account = await buildAdmin(app)
const admin = await logIn(app, account)
const session = { Cookie: await sessionCookie(app, account) }

const tooLarge = { message: 'The request is too large.', code: 'too_large' }
const login = '{"email":"a@example.com","password":"wrong password"}'

const calls = [
  ['post', '/api/register'],
  ['post', '/api/login'],
  ['post', '/api/credit-credentials'],
  ['post', '/api/admin/generate-file-token'],
  ['patch', '/api/admin/users/1/status'],
  ['patch', '/api/admin/files/1/status'],
  ['patch', '/api/admin/credentials/1/status'],
] as const

describe.each(calls)('%s %s', (method, path) => {
  const send = (body: string, type = 'application/json') =>
    admin[method](path).set('Content-Type', type).send(body)

  it.each(['[]', '{}', '[{}]', '[[[[]]]]', '{"constructor":{"prototype":{"isAdmin":1}}}'])(
    'refuses %s as input that does not fit',
    async (body) => {
      const answer = await send(body).expect(400)
      expect(answer.body).toMatchObject({ code: 'bad_request', message: expect.any(String) })
    },
  )

  it.each(['"text"', '7', 'null', 'true', '{', '{"a":1e400', '{"a":NaN}', '\u0000', '{"a":"\\x"}'])(
    'refuses %j, which is no JSON object',
    async (body) => {
      await send(body).expect(400, unreadable)
    },
  )

  it('refuses a request without a body', async () => {
    const answer = await admin[method](path).expect(400)
    expect(answer.body).toMatchObject({ code: 'bad_request', message: 'Invalid input' })
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/json',
    'application/csp-report',
  ])('does not read a body that is sent as %s', async (type) => {
    const answer = await send(login, type).expect(400)
    expect(answer.body).toMatchObject({ message: 'Invalid input' })
  })

  it.each(['utf-7', 'utf-16', 'utf-32', 'iso-8859-1', 'nonsense'])(
    'refuses the character set %s',
    async (charset) => {
      await send(login, `application/json; charset=${charset}`).expect(400, unreadable)
    },
  )

  it('refuses 101 KB, packed or not', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(101 * 1024) })
    await send(body).expect(413, tooLarge)
    const packed = await sendRaw(app, {
      method: method.toUpperCase(),
      path,
      headers: { ...session, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      body: gzipSync(body),
    })
    expect(packed.status).toBe(413)
    expect(packed.json()).toEqual(tooLarge)
  })

  it('refuses a content encoding that it does not know', async () => {
    await admin[method](path)
      .set('Content-Type', 'application/json')
      .set('Content-Encoding', 'nonsense')
      .send(login)
      .expect(400, unreadable)
  })
})

describe('JSON bodies', () => {
  it.each([
    ['a byte that begins nothing', [0xff]],
    ['half a character', [0xc3]],
    ['a slash in two bytes', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a number beyond the last character', [0xf4, 0x90, 0x80, 0x80]],
    ['another character set', [0x45, 0x6c, 0xe9, 0x61]],
  ])('with %s are refused, not mended', async (_what, bytes) => {
    const [head = '', tail = ''] = login.split('wrong')
    const body = Buffer.concat([Buffer.from(head), Buffer.from(bytes), Buffer.from(tail)])
    for (const [encoding, sent] of [
      ['identity', body],
      ['gzip', gzipSync(body)],
    ] as const) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding }
      const answer = await sendRaw(app, { method: 'POST', path: '/api/login', headers, body: sent })
      expect([answer.status, answer.json()]).toEqual([400, unreadable])
    }
  })

  it('are read up to 100 KB, and not a byte more', async () => {
    const limit = 100 * 1024
    for (const [size, status] of [
      [limit, 401],
      [limit + 1, 413],
    ] as const) {
      // Spaces count, and mean nothing.
      const body = login.padEnd(size)
      await visit(app).post('/api/login').type('application/json').send(body).expect(status)
    }
  })

  it('with one key twice count its last value', async () => {
    const { uploadKey } = await buildFile(app)
    const twice = `{"email":"first@example.com","email":"last@example.com","password":"a fine phrase",
      "firstName":"A","lastName":"B","phoneNumber":"3035550100","agreeToTerms":true,"uploadKey":"${uploadKey}"}`
    const { body } = await visit(app)
      .post('/api/register')
      .type('application/json')
      .send(twice)
      .expect(201)
    expect(body).toMatchObject({ email: 'last@example.com' })
  })

  it('with half a character in a name are refused', async () => {
    const { uploadKey } = await buildFile(app)
    const { body } = await visit(app)
      .post('/api/register')
      .type('application/json')
      .send(
        String.raw`{"email":"half@example.com","password":"a fine phrase","firstName":"A\ud800",
        "lastName":"B","phoneNumber":"3035550100","agreeToTerms":true,"uploadKey":"${uploadKey}"}`,
      )
      .expect(400)
    expect(body.errors).toEqual({ firstName: 'Please remove special control characters.' })
  })

  it('cannot reach the prototypes of objects', async () => {
    await visit(app)
      .post('/api/login')
      .type('application/json')
      .send('{"__proto__":{"isAdmin":1},"email":"a@example.com","password":"x"}')
      .expect(401)
    expect(Object.prototype).not.toHaveProperty('isAdmin')
  })
})
