import { createHash } from 'node:crypto'
import { samples, type Sample } from '@tests/support/samples/samples'
import { inTurn, textIn } from '@tests/hostile/attacker'
import { attempt, storing, type HostileCase } from '@tests/hostile/hostile-case'

/** Numbers from 0 up to 1, the same ones for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => [random(), item] as const)
    .toSorted(([left], [right]) => left - right)
    .map(([, item]) => item)
}

const below = (random: () => number, limit: number) => Math.floor(random() * limit)

/** A valid file with a few bytes changed, cut off, repeated or put in. */
function mutate(original: Buffer, random: () => number): Buffer {
  let bytes = Buffer.from(original)
  const changes = 1 + below(random, 8)
  for (let change = 0; change < changes; change += 1) {
    const at = below(random, bytes.length)
    const length = below(random, 64)
    const kind = below(random, 4)
    if (kind === 0) bytes.writeUInt8(below(random, 256), at)
    else if (kind === 1) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    else if (kind === 2) bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
    else bytes.fill(below(random, 2) * 255, at, Math.min(at + length, bytes.length))
    if (bytes.length === 0) return Buffer.from(original)
  }
  return bytes
}

/** JSON of random shape, with the keys that the calls know. */
function randomJson(random: () => number, depth = 0): unknown {
  const pick = below(random, depth > 4 ? 6 : 8)
  const keys = [
    'email',
    'password',
    'firstName',
    'uploadKey',
    'status',
    'body',
    'to',
    '__proto__',
    '',
  ]
  if (pick === 0) return null
  if (pick === 1) return random() < 0.5
  if (pick === 2) return (random() - 0.5) * 10 ** below(random, 300)
  if (pick === 3)
    return String.fromCharCode(
      ...Array.from({ length: below(random, 40) }, () => below(random, 65_536)),
    )
  if (pick === 4) return keys[below(random, keys.length)]
  if (pick === 5) return `user-${below(random, 1000)}@partner.example`
  const size = below(random, 6)
  if (pick === 6) return Array.from({ length: size }, () => randomJson(random, depth + 1))
  return Object.fromEntries(
    Array.from({ length: size }, () => [
      keys[below(random, keys.length)],
      randomJson(random, depth + 1),
    ]),
  )
}

const kinds: (() => Sample)[] = [
  () => samples.pdf(),
  () => samples.png(),
  () => samples.jpeg(),
  () => samples.doc(),
  () => samples.docx(),
]
const paths = [
  '/api/register',
  '/api/login',
  '/api/credit-credentials',
  '/api/messages',
  '/api/referrals',
  '/api/referrers',
  '/api/password-reset/confirm',
  '/api/admin/settings/email',
  '/api/admin/emails',
  '/api/admin/generate-file-token',
]

/** Random changes of valid input. The same seed gives the same changes. */
export function randomCases(seed: number, times: number): HostileCase[] {
  const turns = [...Array(times).keys()]
  return [
    storing(
      'X01',
      `${times} valid files, each with a few bytes changed`,
      [201, 400, 415],
      (attacker) => {
        const random = createRandom(seed)
        return inTurn(turns, async (at) => {
          const { name, bytes } = kinds[at % kinds.length]?.() ?? samples.pdf()
          const answer = await attacker.upload(name, mutate(bytes, random))
          if (answer.status === 201) attacker.secrets.push(textIn(answer, 'uploadKey'))
          return answer
        })
      },
    ),
    storing('X02', `${times} bodies of random JSON`, [200, 201, 400, 401, 404, 409], (attacker) => {
      const random = createRandom(seed + 1)
      const cookie = attacker.portal.people.admin
      return inTurn(turns, (at) => {
        const path = paths[at % paths.length] ?? '/api/login'
        return attacker.send('POST', path, { cookie, json: randomJson(random) })
      })
    }),
    attempt(
      'X03',
      `${times} connections with random bytes`,
      [0, 200, 400, 401, 404, 413, 431],
      async (attacker) => {
        const random = createRandom(seed + 2)
        const valid = Buffer.from(
          'GET /api/user HTTP/1.1\r\nHost: x\r\nCookie: sid=x\r\nConnection: close\r\n\r\n',
        )
        const answers = await inTurn(turns, () =>
          attacker.sendBytes(mutate(valid, random), { halfClose: true }),
        )
        return answers.flat()
      },
    ),
  ]
}

/** So that a seed can be any text. */
export const seedOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0)
