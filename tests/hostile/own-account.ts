import assert from 'node:assert/strict'
import { getCookie, inTurn, type Answer } from './attacker'
import { checkedCase, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'

const strangePasswords = ['', null, 7, ['x'], { $ne: '' }, 'p'.repeat(1025), 'a\0b', '\ud800']

/** What partners do with their own account, and what others would like to do with it. */
export const ownAccount: HostileCase[] = [
  checkedCase(
    { id: 'D01', title: 'consents that are none', expect: [400, 404, 409] },
    async ({ send, portal }) => {
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
    },
  ),
  {
    id: 'D02',
    title: 'a STOP recorded by someone else than the administrator, or of nothing',
    expect: [400, 401, 403, 404],
    async run({ send, portal }) {
      const { admin, partner } = portal.people
      const [{ id } = { id: 0 }] = await portal.query<{ id: number }>(
        'select id from users where email = $1',
        [partner.email],
      )
      const path = `/api/admin/users/${id}/consents/stop`
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
  },
  {
    id: 'D03',
    title: 'closing without the password, or from another site',
    expect: [400, 401, 403],
    async run({ send, portal }) {
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
  },
  {
    id: 'D04',
    title: 'a closing account does nothing but stay, and not for another site',
    expect: [403],
    mayStore: true,
    async run(attacker) {
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
  },
  checkedCase(
    { id: 'D05', title: 'keeping an account that is not closing', expect: [200, 401] },
    async ({ send, portal }) => [
      await send('POST', '/api/account/keep', { cookie: portal.people.partner.cookie }),
      await send('POST', '/api/account/keep', { cookie: portal.people.admin }),
      await send('POST', '/api/account/keep', { cookie: portal.people.deleted }),
    ],
  ),
  checkedCase(
    { id: 'D06', title: 'own details that are none', expect: [400] },
    async ({ send, portal }) => {
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
        { lastName: 'a\r\nBcc: evil@evil.example' },
        { lastName: '\ud800' },
        { lastName: ['x'] },
        { phoneNumber: '1' },
        { phoneNumber: { $gt: '' } },
      ]
      return inTurn(wrong, (one) =>
        send('PATCH', '/api/user', { cookie, json: { ...details, ...one } }),
      )
    },
  ),
  {
    id: 'D07',
    title: 'what is not one’s own to say, among one’s details',
    expect: [200, 403],
    async run({ send, portal }) {
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
        passwordHash: 'x',
        closesAt: null,
      }
      const answer = await send('PATCH', '/api/user', { cookie: partner.cookie, json })
      assert.match(answer.body.toString(), new RegExp(partner.email))
      return [answer, await send('PATCH', '/api/user', { cookie: admin, json })]
    },
  },
  checkedCase(
    { id: 'D08', title: 'a copy of one’s data without the password', expect: [400, 401, 403] },
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
      const query = `${path}?userId=1&dataFetchableUntil=9999999999999`
      return [...answers, await send('GET', query, { cookie: partner.cookie })]
    },
    ({ headers }) => assert.notEqual(headers['content-type'], 'application/zip'),
  ),
  {
    id: 'D09',
    title: 'a copy with the permission that another session has',
    expect: [403],
    mayStore: true,
    async run(attacker) {
      const { email, password } = await newPartner(attacker)
      const logIn = async () => {
        const json = { email, password }
        return getCookie(await attacker.send('POST', '/api/login', { json }))
      }
      const [mine, another] = [await logIn(), await logIn()]
      const json = { currentPassword: password }
      const allowed = await attacker.send('POST', '/api/account/data', { cookie: mine, json })
      assert.equal(allowed.status, 200)
      return attacker.send('GET', '/api/account/data', { cookie: another })
    },
  },
  {
    id: 'D10',
    title: 'a fourth copy within a day',
    at: 'strict',
    expect: [200, 429],
    mayStore: true,
    async run(attacker) {
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
    },
  },
]
