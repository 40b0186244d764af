import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { inTurn, type Answer, type Attacker } from './attacker'
import { attempt, type HostileCase } from './hostile-case'

const email = 'nobody@partner.example'
const password = 'a long enough phrase'

/** Bodies that fit, for the four calls that take the most from strangers. */
const fitting = {
  '/api/register': {
    email,
    password,
    firstName: 'Ada',
    lastName: 'A',
    phoneNumber: '3035550100',
    agreeToTerms: true,
  },
  '/api/login': { email, password },
  '/api/credit-credentials': {
    serviceName: 'Score Watch',
    serviceUrl: 'https://score-watch.example',
    username: 'ada',
    password,
  },
  '/api/admin/settings/email': {
    email,
    appPassword: password,
    host: 'smtp.mail.example',
    port: 465,
  },
}
type Path = keyof typeof fitting
const paths = Object.keys(fitting).filter((path): path is Path => path in fitting)

type Body = Buffer | string
const asJson = { 'Content-Type': 'application/json' }

async function toEach(
  attacker: Attacker,
  make: (path: Path) => Body | undefined,
  headers: Record<string, string> = asJson,
): Promise<Answer[]> {
  const cookie = attacker.portal.people.admin
  return inTurn(paths, (path) => {
    const body = make(path)
    return attacker.send('POST', path, { cookie, headers, ...(body !== undefined && { body }) })
  })
}

/** A body that all four refuse. */
const refused = (
  id: string,
  title: string,
  make: (path: Path) => Body | undefined,
  {
    expect = [400],
    headers,
  }: { expect?: readonly number[]; headers?: Record<string, string> } = {},
): HostileCase => ({ id, title, expect, run: (attacker) => toEach(attacker, make, headers) })

const fit = (path: Path) => JSON.stringify(fitting[path])
const typed = (type: string) => ({ headers: { 'Content-Type': type } })

/** The body that fits, with every one of its texts replaced in turn, one a request. */
const eachField = (
  id: string,
  title: string,
  value: unknown,
  { expect = [400], sparing = [] }: { expect?: readonly number[]; sparing?: string[] } = {},
): HostileCase =>
  attempt(id, title, expect, async (attacker) => {
    const fields = paths.flatMap((path) =>
      Object.keys(fitting[path])
        .filter((name) => !sparing.includes(name))
        .map((name) => ({ path, name })),
    )
    const { people, unclaimedKey } = attacker.portal
    return inTurn(fields, ({ path, name }) => {
      const json = { ...fitting[path], uploadKey: unclaimedKey, [name]: value }
      return attacker.send('POST', path, { cookie: people.admin, json })
    })
  })

/** Of texts that are no secret, no address and no number, what nobody sees is dropped: R12. */
const cleanedFields = ['firstName', 'lastName', 'serviceName', 'username']

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const deepObject = (depth: number) => `${'{"email":'.repeat(depth)}1${'}'.repeat(depth)}`
const manyKeys = Object.fromEntries(Array.from({ length: 6_000 }, (_key, at) => [`k${at}`, at]))
const zerosPacked = gzipSync(Buffer.alloc(100 * 1024 ** 2, '0'), { level: 1 })
const twice = (path: Path) => {
  const name = path === '/api/credit-credentials' ? 'serviceName' : 'email'
  return fit(path).replace(/\}$/, `,"${name}":""}`)
}

export const jsonBodies: HostileCase[] = [
  refused('J01', 'arrays ten thousand deep', () => nested(10_000)),
  refused('J02', 'an array', () => '[]'),
  attempt('J03', 'a byte order mark in front', [400, 401], (attacker) =>
    attacker.send('POST', '/api/login', { headers: asJson, body: `\ufeff${fit('/api/login')}` }),
  ),
  refused('J04', 'a text', () => '"str"'),
  refused(
    'J05',
    'UTF-16, declared',
    (path) => Buffer.from(fit(path), 'utf16le'),
    typed('application/json; charset=utf-16le'),
  ),
  refused('J06', 'no body', () => undefined, { headers: {} }),
  refused('J07', 'UTF-16, undeclared', (path) => Buffer.from(`\ufeff${fit(path)}`, 'utf16le')),
  refused(
    'J08',
    'JSON sent as plain text, as a form of another site can',
    fit,
    typed('text/plain'),
  ),
  refused('J09', 'half of it', (path) => fit(path).slice(0, 20)),
  refused('J10', '101 KB', () => JSON.stringify({ text: 'x'.repeat(101 * 1024) }), {
    expect: [413],
  }),
  refused('J11', 'two values, one behind the other', (path) => fit(path) + fit(path)),
  attempt('J12', 'a key twice: the last value counts', [400], async (attacker) => {
    const body = fit('/api/login').replace('{', '{"email":"",')
    const last = await attacker.send('POST', '/api/login', { headers: asJson, body })
    assert.equal(last.status, 401)
    return toEach(attacker, twice)
  }),
  attempt('J13', '__proto__ as a key', [400, 401], async (attacker) => {
    const body = fit('/api/login').replace('{', '{"__proto__":{"isAdmin":1,"email":"x"},')
    const answer = await attacker.send('POST', '/api/login', { headers: asJson, body })
    const { partner } = attacker.portal.people
    const status = await attacker.send('GET', '/api/admin/status', { cookie: partner.cookie })
    assert.deepEqual(status.json(), { isAdmin: false })
    return answer
  }),
  refused('J14', 'constructor.prototype', () => '{"constructor":{"prototype":{"isAdmin":1}}}'),
  eachField(
    'J15',
    'NUL and other control characters in a text that may have none',
    'A\u0000B\u001b[2J',
    { sparing: cleanedFields },
  ),
  refused('J16', 'UTF-7', fit, typed('application/json; charset=utf-7')),
  refused('J17', 'six thousand keys that nobody asked for', () => JSON.stringify(manyKeys)),
  eachField('J18', 'half a character in a text that may have none', 'A\ud800', {
    sparing: cleanedFields,
  }),
  refused(
    'J19',
    'a type that only mentions JSON, which other sites can send unasked',
    fit,
    typed('text/plain; x="application/json"'),
  ),
  attempt('J20', 'numbers that are none, or no text', [400], async (attacker) => {
    const values = ['1e400', '-0', 'NaN', 'Infinity', '0x10', '1e-400']
    const answers = await inTurn(values, (value) =>
      toEach(attacker, (path) =>
        fit(path).replace(/"(email|serviceName)":"[^"]*"/, `"$1":${value}`),
      ),
    )
    return answers.flat()
  }),
  eachField('J21', 'an array in the place of a text', ['nobody@partner.example']),
  refused('J22', 'an operator in the place of a password', (path) =>
    JSON.stringify({ ...fitting[path], password: { $ne: null }, appPassword: { $ne: null } }),
  ),
  refused('J23', '100 MB of zeros in 100 KB', () => zerosPacked, {
    headers: { ...asJson, 'Content-Encoding': 'gzip' },
    expect: [413],
  }),
  eachField('J24', 'a text of 1 MB', 'x'.repeat(1024 ** 2), { expect: [413] }),
  refused('J25', 'one object in another, two thousand times', () => deepObject(2_000)),
  refused(
    'J26',
    'what JSON is not: comments, single quotes, a comma too many',
    (path) => `${fit(path).slice(0, -1)},/**/'a':1,}`,
  ),
  refused('J27', 'packed in a way that nobody knows', fit, {
    headers: { ...asJson, 'Content-Encoding': 'br, br, zstd' },
  }),
  eachField('J28', 'true in the place of a text', true, { sparing: ['agreeToTerms'] }),
  refused('J29', 'a password in Latin-1', (path) =>
    Buffer.from(fit(path).replace('phrase', 'phras\u00e9'), 'latin1'),
  ),
]
