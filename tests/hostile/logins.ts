import assert from 'node:assert/strict'
import { atOnce, inTurn, type Answer, type Attacker } from './attacker'
import { attempt, strictAttempt, type HostileCase } from './hostile-case'

const wrong = 'not the password at all'

export const whoAmI = (attacker: Attacker, cookie: string) =>
  attacker.send('GET', '/api/user', { cookie })

export const logIn = (attacker: Attacker, email: string, password: string, headers = {}) =>
  attacker.send('POST', '/api/login', { json: { email, password }, headers })

/** Right away: one after another, each failure would make the next answer slower. */
const guess = (attacker: Attacker, times: number, email: (at: number) => string) =>
  atOnce(times, (at) => logIn(attacker, email(at), wrong))

/** All but ten were told to wait. */
function expectThrottled(answers: readonly Answer[]) {
  const throttled = answers.filter(({ status }) => status === 429)
  assert.equal(throttled.length, answers.length - 10)
  for (const { headers } of throttled) assert.match(String(headers['retry-after']), /^[1-9]\d*$/)
}

export const logins: HostileCase[] = [
  attempt('L01', 'SQL as e-mail and as password', [400, 401], async (attacker) => {
    const { email } = attacker.portal.people.partner
    return [
      await logIn(attacker, "' OR 1=1--", "' OR 1=1--"),
      await logIn(attacker, "a'/**/or/**/1=1--@b.example", wrong),
      await logIn(attacker, email, "' OR '1'='1"),
    ]
  }),
  attempt('L02', 'passwords too long to be hashed', [400, 413], async (attacker) => [
    await logIn(attacker, attacker.portal.people.partner.email, 'p'.repeat(1025)),
    await logIn(attacker, attacker.portal.people.partner.email, 'p'.repeat(1024 ** 2)),
  ]),
  strictAttempt('L03', 'eleven wrong passwords from one address', [401, 429], async (attacker) => {
    const { partner, other } = attacker.portal.people
    const answers = await guess(attacker, 11, () => partner.email)
    expectThrottled(answers)
    assert.equal((await logIn(attacker, other.email, other.password)).status, 200)
    return answers
  }),
  strictAttempt('L05', 'the right password once the throttle is over', [200], async (attacker) => {
    const { partner } = attacker.portal.people
    expectThrottled(await guess(attacker, 11, () => partner.email))
    assert.equal((await logIn(attacker, partner.email, partner.password)).status, 429)
    await attacker.portal.query('update rate_limits set expire = 0')
    return logIn(attacker, partner.email, partner.password)
  }),
  strictAttempt(
    'L08',
    'one account in many spellings is one account to the throttle',
    [401, 429],
    async (attacker) => {
      const { email } = attacker.portal.people.partner
      const spelled = (at: number) =>
        at % 3 ? email.slice(0, at).toUpperCase() + email.slice(at) : ` ${email}  `
      const answers = await guess(attacker, 11, spelled)
      expectThrottled(answers)
      return answers
    },
  ),
  strictAttempt(
    'L10',
    'forwarded addresses made up in front of the real one',
    [401, 429],
    async (attacker) => {
      const { email } = attacker.portal.people.partner
      const answers = await atOnce(11, (at) =>
        logIn(attacker, email, wrong, {
          'X-Forwarded-For': `198.51.100.${at}, ${attacker.address}`,
          Forwarded: `for=198.51.100.${at}`,
        }),
      )
      expectThrottled(answers)
      return answers
    },
  ),
  attempt(
    'L12',
    'an unknown address is answered like a wrong password',
    [401],
    async (attacker) => {
      const known = await logIn(attacker, attacker.portal.people.partner.email, wrong)
      const unknown = await logIn(attacker, 'nobody@partner.example', wrong)
      assert.deepEqual(unknown.json(), known.json())
      return [known, unknown]
    },
  ),
  attempt('L13', 'from the page of another site', [403], async (attacker) => {
    const { partner } = attacker.portal.people
    const ways = [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: `${attacker.portal.origin}.evil.example` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ]
    return inTurn(ways, (headers) => logIn(attacker, partner.email, partner.password, headers))
  }),
  attempt('L15', 'methods that login does not have', [400, 404, 405], async (attacker) => {
    const methods = ['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND']
    const answers = await inTurn(methods, (method) => attacker.send(method, '/api/login'))
    const madeUp = 'HACK /api/login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    return [...answers, ...(await attacker.sendBytes(madeUp))]
  }),
]
