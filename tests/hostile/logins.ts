import assert from 'node:assert/strict'
import { inTurn, type Answer, type Attacker } from './attacker'
import type { HostileCase } from './hostile-case'

const wrong = 'not the password at all'

export const whoAmI = (attacker: Attacker, cookie: string) =>
  attacker.send('GET', '/api/user', { cookie })

export const logIn = (attacker: Attacker, email: string, password: string, headers = {}) =>
  attacker.send('POST', '/api/login', { json: { email, password }, headers })

/** At once: one after another, each failure would make the next answer slower. */
const guess = (attacker: Attacker, times: number, email: (at: number) => string) =>
  Promise.all(Array.from({ length: times }, (_guess, at) => logIn(attacker, email(at), wrong)))

/** All but ten were told to wait. */
function expectThrottled(answers: readonly Answer[]) {
  const throttled = answers.filter(({ status }) => status === 429)
  assert.equal(throttled.length, answers.length - 10)
  for (const { headers } of throttled) assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
}

export const logins: HostileCase[] = [
  {
    id: 'L01',
    title: 'SQL as e-mail and as password',
    expect: [400, 401],
    async run(attacker) {
      const { email } = attacker.portal.people.partner
      return [
        await logIn(attacker, "' OR 1=1--", "' OR 1=1--"),
        await logIn(attacker, "a'/**/or/**/1=1--@b.example", wrong),
        await logIn(attacker, email, "' OR '1'='1"),
      ]
    },
  },
  {
    id: 'L02',
    title: 'passwords too long to be hashed',
    expect: [400, 413],
    run: async (attacker) => [
      await logIn(attacker, attacker.portal.people.partner.email, 'p'.repeat(1025)),
      await logIn(attacker, attacker.portal.people.partner.email, 'p'.repeat(1024 ** 2)),
    ],
  },
  {
    id: 'L03',
    title: 'eleven wrong passwords from one address',
    at: 'strict',
    expect: [401, 429],
    async run(attacker) {
      const { partner, other } = attacker.portal.people
      const answers = await guess(attacker, 11, () => partner.email)
      expectThrottled(answers)
      assert.equal((await logIn(attacker, other.email, other.password)).status, 200)
      return answers
    },
  },
  {
    id: 'L05',
    title: 'the right password once the throttle is over',
    at: 'strict',
    expect: [200],
    async run(attacker) {
      const { partner } = attacker.portal.people
      expectThrottled(await guess(attacker, 11, () => partner.email))
      assert.equal((await logIn(attacker, partner.email, partner.password)).status, 429)
      await attacker.portal.query('update rate_limits set expire = 0')
      return logIn(attacker, partner.email, partner.password)
    },
  },
  {
    id: 'L08',
    title: 'one account in many spellings is one account to the throttle',
    at: 'strict',
    expect: [401, 429],
    async run(attacker) {
      const { email } = attacker.portal.people.partner
      const spelled = (at: number) =>
        at % 3 ? email.slice(0, at).toUpperCase() + email.slice(at) : ` ${email}  `
      const answers = await guess(attacker, 11, spelled)
      expectThrottled(answers)
      return answers
    },
  },
  {
    id: 'L10',
    title: 'forwarded addresses made up in front of the real one',
    at: 'strict',
    expect: [401, 429],
    async run(attacker) {
      const { email } = attacker.portal.people.partner
      const answers = await Promise.all(
        Array.from({ length: 11 }, (_guess, at) =>
          logIn(attacker, email, wrong, {
            'X-Forwarded-For': `198.51.100.${at}, ${attacker.address}`,
            Forwarded: `for=198.51.100.${at}`,
          }),
        ),
      )
      expectThrottled(answers)
      return answers
    },
  },
  {
    id: 'L12',
    title: 'an unknown address is answered like a wrong password',
    expect: [401],
    async run(attacker) {
      const known = await logIn(attacker, attacker.portal.people.partner.email, wrong)
      const unknown = await logIn(attacker, 'nobody@partner.example', wrong)
      assert.deepEqual(unknown.json(), known.json())
      return [known, unknown]
    },
  },
  {
    id: 'L13',
    title: 'from the page of another site',
    expect: [403],
    async run(attacker) {
      const { partner } = attacker.portal.people
      const ways = [
        { Origin: 'https://evil.example' },
        { Origin: 'null' },
        { Origin: `${attacker.portal.origin}.evil.example` },
        { 'Sec-Fetch-Site': 'cross-site' },
        { 'Sec-Fetch-Site': 'same-site' },
      ]
      return inTurn(ways, (headers) => logIn(attacker, partner.email, partner.password, headers))
    },
  },
  {
    id: 'L15',
    title: 'methods that login does not have',
    expect: [400, 404, 405],
    async run(attacker) {
      const answers: Answer[] = []
      for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']) {
        answers.push(await attacker.send(method, '/api/login'))
      }
      const madeUp = 'HACK /api/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
      return [...answers, ...(await attacker.sendBytes(madeUp))]
    },
  },
]
