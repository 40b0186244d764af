import assert from 'node:assert/strict'
import { getCookie, inTurn, textIn, type Attacker } from './attacker'
import { attempt, type HostileCase } from './hostile-case'
import { logIn, whoAmI } from './logins'
import { waitForResetToken } from './password-resets'

/** Logs in a partner whose session no other case uses, does something, and tries the old cookie. */
const afterwards = (
  id: string,
  title: string,
  undo: (attacker: Attacker, cookie: string) => Promise<unknown>,
): HostileCase =>
  attempt(id, title, [401], async (attacker) => {
    const { other } = attacker.portal.people
    const cookie = getCookie(await logIn(attacker, other.email, other.password))
    assert.equal((await whoAmI(attacker, cookie)).status, 200)
    await undo(attacker, cookie)
    return whoAmI(attacker, cookie)
  })

const flood = (count: number) =>
  Array.from({ length: count }, (_cookie, at) => `c${at}=s%3A${at}`).join('; ')

export const sessions: HostileCase[] = [
  attempt('L04', 'two session cookies at once', [401], (attacker) =>
    whoAmI(attacker, `sid=s%3Aforged.forged; ${attacker.portal.people.deleted}`),
  ),
  attempt('L06', 'cookies with a forged, empty or missing signature', [401], async (attacker) => {
    const real = attacker.portal.people.partner.cookie
    const forged = [
      real.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
      real.replace(/\..*/, ''),
      real.replace(/\..*/, '.'),
      real.replace('s%3A', ''),
      'sid=s%3A%00.%00',
      `sid=${'x'.repeat(4000)}`,
      'sid=j%3A%7B%22a%22%3A1%7D',
    ]
    return inTurn(forged, (cookie) => whoAmI(attacker, cookie))
  }),
  attempt('L07', 'a session id chosen before the login', [200], async (attacker) => {
    const { partner, other } = attacker.portal.people
    const planted = getCookie(await logIn(attacker, other.email, other.password))
    const answer = await logIn(attacker, partner.email, partner.password, { Cookie: planted })
    assert.notEqual(getCookie(answer), planted)
    assert.equal((await whoAmI(attacker, planted)).status, 401)
    const made = await logIn(attacker, partner.email, partner.password, {
      Cookie: 'sid=attacker; __Host-sid=attacker',
    })
    assert.match(getCookie(made), /^sid=s%3A[\w-]{32}\./)
    return answer
  }),
  afterwards('L09', 'a session after its logout', (attacker, cookie) =>
    attacker.send('POST', '/api/logout', { cookie }),
  ),
  {
    ...afterwards('L11', 'a session after its password was changed', async (attacker) => {
      const { other } = attacker.portal.people
      const token = await waitForResetToken(attacker, other.email)
      const json = { token, password: other.password }
      assert.equal(
        (await attacker.send('POST', '/api/password-reset/confirm', { json })).status,
        200,
      )
    }),
    at: 'strict',
    mayStore: true,
  },
  attempt('L14', 'a flood of cookies', [401, 431, 0], async (attacker) => {
    return [await whoAmI(attacker, flood(1_000)), await whoAmI(attacker, flood(20_000))]
  }),
  attempt('L16', 'a logout that another site asks for', [403], async (attacker) => {
    const { cookie } = attacker.portal.people.partner
    const headers = { 'Sec-Fetch-Site': 'cross-site' }
    const answer = await attacker.send('POST', '/api/logout', { cookie, headers })
    assert.equal((await whoAmI(attacker, cookie)).status, 200)
    return answer
  }),
  attempt('L17', 'a login sets one cookie, which scripts cannot read', [200], async (attacker) => {
    const { partner } = attacker.portal.people
    const answer = await logIn(attacker, partner.email, partner.password)
    const cookies = answer.headers['set-cookie']
    assert.ok(Array.isArray(cookies) && cookies.length === 1)
    assert.match(String(cookies[0]), /; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/)
    return answer
  }),
  attempt('L18', 'a session id anywhere but in the cookie', [401], async (attacker) => {
    const [, id = ''] = attacker.portal.people.partner.cookie.split('=')
    const paths = [`/api/user?sid=${id}`, '/api/user']
    const headers = { Authorization: `Bearer ${id}`, sid: id, 'X-Session': id }
    return [
      await attacker.send('GET', paths[0] ?? ''),
      await attacker.send('GET', '/api/user', { headers }),
    ]
  }),
  attempt('L20', 'a logout without a session, twice', [200], async (attacker) => {
    const answers = [
      await attacker.send('POST', '/api/logout'),
      await attacker.send('POST', '/api/logout'),
    ]
    for (const answer of answers) assert.equal(textIn(answer, 'message'), 'Logged out successfully')
    return answers
  }),
]
