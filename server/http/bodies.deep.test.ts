import { gzipSync } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorBody } from '@shared/errors'
import { sendRaw } from '@tests/support/network/raw-http'
import {
  keepConnections,
  logIn,
  logInConfirmedAdmin,
  sessionCookie,
  visit,
} from '@tests/support/portal/agents'
import { unreadable } from '@tests/support/portal/answers'
import { adminCalls, fillPath, ownCalls, publicCalls } from '@tests/support/portal/api-calls'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { anyText } from '@tests/support/samples/any-character'

const app = await startSharedApp()
const { admin: confirmed, boss } = await logInConfirmedAdmin(app)
const admin = keepConnections(confirmed)
const partner = keepConnections(await logIn(app, await buildUser(app)))
const anybody = keepConnections(visit(app))
const session = { Cookie: await sessionCookie(app, boss) }

const tooLarge = { message: 'The request is too large.', code: 'too_large' }
const login = '{"email":"a@example.com","password":"wrong password"}'

const invalid = expect.objectContaining({ code: 'bad_request', message: 'Invalid input' })
const misfit = expect.objectContaining({ code: 'bad_request', message: expect.any(String) })
const misfits = ['[]', '{}', '[{}]', '[[[[]]]]', '{"constructor":{"prototype":{"isAdmin":1}}}']
const noObjects = [
  '"text"',
  '7',
  'null',
  'true',
  '{',
  '{"a":1e400',
  '{"a":NaN}',
  '\0',
  '{"a":"\\x"}',
]
const jsonType = 'application/json'
const forms = 'application/x-www-form-urlencoded'
const otherTypes = ['text/plain', forms, 'text/json', 'application/csp-report']
const charsets = ['utf-7', 'utf-16', 'utf-32', 'iso-8859-1', 'nonsense']

const callsWithBody = [
  ['post', '/api/register'],
  ['post', '/api/login'],
  ['post', '/api/credit-credentials'],
  ['post', '/api/admin/generate-file-token'],
  ['patch', '/api/admin/users/1/status'],
  ['patch', '/api/admin/files/1/status'],
  ['patch', '/api/admin/credentials/1/status'],
] as const

describe.each(callsWithBody)('%s %s', (method, path) => {
  const send = (body: string, type = jsonType) =>
    admin[method](path).set('Content-Type', type).send(body)

  it.each([
    ['does not fit', misfits, misfit],
    ['is no JSON object', noObjects, unreadable],
  ])('refuses what %s', async (_what, bodies, refusal) => {
    for (const body of bodies) {
      const answer = await send(body)
      expect([body, answer.status, answer.body]).toEqual([body, 400, refusal])
    }
  })

  it('refuses a request without a body', async () => {
    const { body } = await admin[method](path).expect(400)
    expect(body).toEqual(invalid)
  })

  it.each([
    ['another type than JSON', otherTypes, invalid],
    [
      'another character set than UTF-8',
      charsets.map((set) => `${jsonType}; charset=${set}`),
      unreadable,
    ],
  ])('does not read a body of %s', async (_what, types, refusal) => {
    for (const type of types) {
      const answer = await send(login, type)
      expect([type, answer.status, answer.body]).toEqual([type, 400, refusal])
    }
  })

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
    await send(login).set('Content-Encoding', 'nonsense').expect(400, unreadable)
  })
})

const postJson = (path: string, body: string) =>
  visit(app).post(path).type('application/json').send(body)

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
    for (const encoding of ['identity', 'gzip']) {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding }
      const sent = { headers, body: encoding === 'gzip' ? gzipSync(body) : body }
      const answer = await sendRaw(app, { method: 'POST', path: '/api/login', ...sent })
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
      await postJson('/api/login', body).expect(status)
    }
  })

  it('with half a character in a name are taken without it', async () => {
    const { uploadKey } = await buildFile(app)
    const half = String.raw`{"email":"half@example.com","password":"a fine phrase","firstName":"A\ud800",
      "lastName":"B","phoneNumber":"3035550100","agreeToTerms":true,"uploadKey":"${uploadKey}"}`
    const { body } = await postJson('/api/register', half).expect(201)
    expect(body.firstName).toBe('A')
  })

  it('cannot reach the prototypes of objects', async () => {
    const body = '{"__proto__":{"isAdmin":1},"email":"a@example.com","password":"x"}'
    await postJson('/api/login', body).expect(401)
    expect(Object.prototype).not.toHaveProperty('isAdmin')
  })
})

/** Values that programs trip over, among ordinary ones of every kind. */
const value = fc.oneof(
  fc.constantFrom('', '\0', '\ud800', 'a\udc00b', '\u202e', '\n\r', '%', '{{', 'é'.repeat(400)),
  anyText,
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, 1e308, 65_536),
  fc.jsonValue({ maxDepth: 3 }),
)
const odd = fc.constantFrom('__proto__', 'constructor', 'toString', 'isAdmin', 'id', 'status')

/** The body that fits, with some fields missing, changed or added; or any JSON at all. */
const bodiesLike = (fitting: Record<string, unknown>): fc.Arbitrary<unknown> => {
  const keys = Object.keys(fitting)
  const changes = fc.dictionary(
    keys.length > 0 ? fc.oneof(fc.constantFrom(...keys), odd) : odd,
    value,
    { minKeys: 1, maxKeys: 4 },
  )
  const kept = fc.subarray(keys, { minLength: Math.max(0, keys.length - 1) })
  const changed = fc.tuple(kept, changes).map(([names, added]) => ({
    ...Object.fromEntries(names.map((name) => [name, fitting[name]])),
    ...added,
  }))
  return fc.oneof({ weight: 3, arbitrary: changed }, { weight: 1, arbitrary: fc.jsonValue() })
}

const roles = [
  ['anybody', publicCalls, anybody],
  ['a partner', ownCalls, partner],
  ['the administrator', adminCalls, admin],
] as const
/** What Postgres cannot store, in one field after the other of a body that fits otherwise. */
const unstorable = (fitting: Record<string, unknown>) =>
  Object.keys(fitting).flatMap((key) =>
    ['Text with \0 in it', 'Text with \ud800 in it'].map((text) => ({ ...fitting, [key]: text })),
  )

// Connecting to any host that is made up here would be slow, and is tested by itself.
const isAboutHosts = (path: string) => path.endsWith('/test-connection')

describe.each(roles)('whatever JSON %s sends', (_role, calls, agent) => {
  const changing = calls.filter(
    ({ method, path }) => ['post', 'put', 'patch'].includes(method) && !isAboutHosts(path),
  )

  it.each(changing.map((call) => [`${call.method} ${call.path}`, call] as const))(
    'to %s is answered in JSON, and is never a failure of the server',
    async (_name, call) => {
      const examples = unstorable(call.body)
      await fc.assert(
        fc.asyncProperty(bodiesLike(call.body), async (body) => {
          const path = fillPath(call, '2147483647')
          const answer = await agent[call.method](path)
            .set('Content-Type', 'application/json')
            .send(JSON.stringify(body))
          expect([body, answer.status < 500 || answer.body]).toEqual([body, true])
          expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
          if (answer.status >= 400) expect(errorBody.safeParse(answer.body).error).toBeUndefined()
        }),
        { numRuns: examples.length + 12, examples: examples.map((body): [unknown] => [body]) },
      )
    },
  )
})

describe('bytes that are no JSON at all', () => {
  it('are a 400 that says so', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 }).map((list) => Buffer.from(list))
    await fc.assert(
      fc.asyncProperty(bytes, async (body) => {
        const headers = { 'Content-Type': 'application/json' }
        const answer = await sendRaw(app, { method: 'POST', path: '/api/login', headers, body })
        expect(answer.status).toBe(400)
        expect(errorBody.parse(answer.json()).code).toBe('bad_request')
      }),
      { numRuns: 40 },
    )
  })
})
