import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorBody } from '@shared/errors'
import { adminCalls, fillPath, ownCalls, publicCalls } from '@tests/support/portal/api-calls'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { logIn, logInConfirmedAdmin, visit } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { sendRaw } from '@tests/support/network/raw-http'

const app = await startSharedApp()
const { admin } = await logInConfirmedAdmin(app)
const partner = await logIn(app, await buildUser(app))
const anybody = visit(app)

/** Values that programs trip over, among ordinary ones of every kind. */
const oddText = fc.constantFrom(
  '',
  '\0',
  '\ud800',
  'a\udc00b',
  '\u202e',
  '\n\r',
  '%',
  '{{',
  'é'.repeat(400),
)
const value = fc.oneof(
  oddText,
  fc.string({ unit: 'binary' }),
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
  ['anybody', publicCalls, () => anybody],
  ['a partner', ownCalls, () => partner],
  ['the administrator', adminCalls, () => admin],
] as const
/** What Postgres cannot store, in one field after the other of a body that fits otherwise. */
const unstorable = (fitting: Record<string, unknown>) =>
  Object.keys(fitting).flatMap((key) =>
    ['Text with \0 in it', 'Text with \ud800 in it'].map((text) => ({ ...fitting, [key]: text })),
  )

// Connecting to any host that is made up here would be slow, and is tested by itself.
const isAboutHosts = (path: string) => path.endsWith('/test-connection')

describe.each(roles)('whatever JSON %s sends', (_role, calls, agentOf) => {
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
          const agent = agentOf()
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
        const headers = {
          'Content-Type': 'application/json',
          'Content-Length': String(body.length),
        }
        const answer = await sendRaw(app, { method: 'POST', path: '/api/login', headers, body })
        expect(answer.status).toBe(400)
        expect(errorBody.parse(answer.json()).code).toBe('bad_request')
      }),
      { numRuns: 40 },
    )
  })
})
