import assert from 'node:assert/strict'
import { getCookie, inTurn, type Answer } from './attacker'
import { findId } from './confirm-admin'
import { attempt, storing, strictStoring, type HostileCase } from './hostile-case'
import { logIn } from './logins'
import { newPartner } from './new-partner'

const strangePasswords = ['', null, 7, ['x'], { $ne: '' }, 'p'.repeat(1025), 'a\0b', '\ud800']

/** What partners do with their own account, and what others would like to do with it. */
export const ownAccount: HostileCase[] = [
  attempt('D01', 'consents that are none', [400, 404, 409], async ({ send, portal }) => {
    const { cookie } = portal.people.partner
    const bodies = [
      {},
      { isGiven: true },
      { isGiven: 'yes', textVersion: 'calls.1' },
      { isGiven: true, textVersion: 'sign-up.1' },
      { isGiven: true, textVersion: { $ne: '' } },
      { isGiven: true, textVersion: 'x'.repeat(41) },
    ]
    const kinds = ['letters', '__proto__', 'calls%00', '..%2fuser', 'CALLS', '%ff']
    return [
      ...(await inTurn(bodies, (json) => send('POST', '/api/consents/calls', { cookie, json }))),
      ...(await inTurn(kinds, (kind) =>
        send('POST', `/api/consents/${kind}`, { cookie, json: { isGiven: false } }),
      )),
    ]
  }),
  attempt(
    'D02',
    'a STOP recorded by someone else than the administrator, or of nothing',
    [400, 401, 403, 404],
    async (attacker) => {
      const { send, portal } = attacker
      const { admin, partner } = portal.people
      const path = `/api/admin/users/${await findId(attacker, partner)}/consents/stop`
      const json = { kinds: ['calls'], way: 'phone' }
      const wrong = [
        { ...json, kinds: [] },
        { ...json, kinds: 'calls' },
        { ...json, kinds: ['calls', 'calls'] },
        { ...json, kinds: ['calls', '__proto__'] },
        { ...json, way: 'account' },
        { ...json, way: null },
      ]
      return [
        await send('POST', path, { json }),
        await send('POST', path, { json, cookie: partner.cookie }),
        await send('POST', '/api/admin/users/2147483647/consents/stop', { json, cookie: admin }),
        ...(await inTurn(wrong, (one) => send('POST', path, { json: one, cookie: admin }))),
      ]
    },
  ),
  attempt(
    'D03',
    'closing without the password, or from another site',
    [400, 401, 403],
    async ({ send, portal }) => {
      const { partner, other, admin } = portal.people
      const path = '/api/account/close'
      const json = { currentPassword: partner.password }
      const { cookie } = partner
      return [
        ...(await inTurn(strangePasswords, (currentPassword) =>
          send('POST', path, { cookie, json: { currentPassword } }),
        )),
        await send('POST', path, { cookie, json: { currentPassword: `${other.password} ` } }),
        await send('POST', path, { cookie: admin, json }),
        await send('POST', path, { cookie, json, headers: { 'Sec-Fetch-Site': 'cross-site' } }),
        await send('POST', path, { json }),
      ]
    },
  ),
  storing(
    'D04',
    'a closing account does nothing but stay, and not for another site',
    [403],
    async (attacker) => {
      const { cookie, password } = await newPartner(attacker)
      const json = { currentPassword: password }
      const closed = await attacker.send('POST', '/api/account/close', { cookie, json })
      assert.equal(closed.status, 200)
      const here = { cookie: getCookie(closed) }
      const headers = { 'Sec-Fetch-Site': 'same-site' }
      const answers = [
        await attacker.send('GET', '/api/files', here),
        await attacker.send('POST', '/api/email-change', { ...here, json }),
        await attacker.send('POST', '/api/account/data', { ...here, json }),
        await attacker.send('POST', '/api/account/close', { ...here, json }),
        await attacker.send('POST', '/api/account/keep', { ...here, headers }),
      ]
      assert.equal((await attacker.send('POST', '/api/account/keep', here)).status, 200)
      return answers
    },
  ),
  attempt('D05', 'keeping an account that is not closing', [200, 401], async ({ send, portal }) => [
    await send('POST', '/api/account/keep', { cookie: portal.people.partner.cookie }),
    await send('POST', '/api/account/keep', { cookie: portal.people.admin }),
    await send('POST', '/api/account/keep', { cookie: portal.people.deleted }),
  ]),
  attempt('D06', 'own details that are none', [400], async ({ send, portal }) => {
    const { cookie, password } = portal.people.partner
    const details = {
      firstName: 'Ada',
      lastName: 'Applicant',
      phoneNumber: '(303) 555-0199',
      currentPassword: password,
    }
    const wrong = [
      { firstName: '' },
      { firstName: '\u200b' },
      { firstName: 'x'.repeat(10_000) },
      { lastName: '\r\n' },
      { lastName: '\ud800' },
      { lastName: ['x'] },
      { phoneNumber: '1' },
      { phoneNumber: { $gt: '' } },
    ]
    return inTurn(wrong, (one) =>
      send('PATCH', '/api/user', { cookie, json: { ...details, ...one } }),
    )
  }),
  attempt(
    'D07',
    'what is not one’s own to say, among one’s details',
    [200, 403],
    async ({ send, portal }) => {
      const { partner, other, admin } = portal.people
      const json = {
        firstName: 'Ada',
        lastName: 'Applicant',
        phoneNumber: '(303) 555-0199',
        currentPassword: partner.password,
        id: 1,
        email: other.email,
        isAdmin: 1,
        status: 'approved',
        passwordHash: '$2b$',
        closesAt: null,
      }
      const answer = await send('PATCH', '/api/user', { cookie: partner.cookie, json })
      assert.match(answer.body.toString(), new RegExp(partner.email))
      return [answer, await send('PATCH', '/api/user', { cookie: admin, json })]
    },
  ),
  attempt(
    'D08',
    'a copy of one’s data without the password',
    [400, 401, 403],
    async ({ send, portal }) => {
      const { partner, other, admin, deleted } = portal.people
      const path = '/api/account/data'
      const answers: Answer[] = []
      for (const cookie of [partner.cookie, admin, deleted])
        answers.push(await send('GET', path, { cookie }), await send('HEAD', path, { cookie }))
      for (const currentPassword of [...strangePasswords, `${other.password}x`])
        answers.push(
          await send('POST', path, { cookie: partner.cookie, json: { currentPassword } }),
        )
      const query = `${path}?userId=1&copyUntil=9999999999999`
      return [...answers, await send('GET', query, { cookie: partner.cookie })]
    },
    ({ headers }) => assert.notEqual(headers['content-type'], 'application/zip'),
  ),
  storing('D09', 'a copy with the permission that another session has', [403], async (attacker) => {
    const { email, password } = await newPartner(attacker)
    const mine = getCookie(await logIn(attacker, email, password))
    const another = getCookie(await logIn(attacker, email, password))
    const json = { currentPassword: password }
    const allowed = await attacker.send('POST', '/api/account/data', { cookie: mine, json })
    assert.equal(allowed.status, 200)
    return attacker.send('GET', '/api/account/data', { cookie: another })
  }),
  strictStoring('D10', 'a fourth copy within a day', [200, 429], async (attacker) => {
    const { password, ...person } = await newPartner(attacker)
    let { cookie } = person
    const answers: Answer[] = []
    for (let at = 0; at < 4; at += 1) {
      const json = { currentPassword: password }
      const answer = await attacker.send('POST', '/api/account/data', { cookie, json })
      cookie = getCookie(answer) || cookie
      answers.push(answer)
    }
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 429],
    )
    return answers
  }),
]
