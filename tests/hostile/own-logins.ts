import assert from 'node:assert/strict'
import { atOnce, getCookie, idIn, inTurn, textIn, type Attacker } from './attacker'
import { findId } from './confirm-admin'
import { attempt, storing, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'
import { Secret, TOTP } from 'otpauth'

const login = {
  serviceName: 'Score Watch',
  serviceUrl: 'https://score-watch.example',
  username: 'noor',
  password: 'monitoring secret',
}

/** A partner who shared a login, and its path. */
async function sharer(attacker: Attacker) {
  const person = await newPartner(attacker, login)
  const listed = await attacker.send('GET', '/api/credit-credentials', { cookie: person.cookie })
  return { ...person, path: `/api/credit-credentials/${idIn(listed)}` }
}

const factor = '/api/second-factor'

/** Shared logins corrected and withdrawn, and a second factor of one's own. */
export const ownLogins: HostileCase[] = [
  storing(
    'D20',
    'somebody else’s shared login, corrected or withdrawn',
    [401, 404],
    async (attacker) => {
      const { path, cookie } = await sharer(attacker)
      const { partner, admin } = attacker.portal.people
      const answers = await inTurn([partner.cookie, admin, ''], async (stranger) => [
        await attacker.send('PATCH', path, { cookie: stranger, json: login }),
        await attacker.send('DELETE', path, { cookie: stranger }),
      ])
      const still = await attacker.send('GET', '/api/credit-credentials', { cookie })
      assert.match(still.body.toString(), /"username":"noor"/)
      return answers.flat()
    },
  ),
  attempt('D21', 'ids of logins that are none', [400, 404], async ({ send, portal }) => {
    const { cookie } = portal.people.partner
    const ids = ['0', '-1', '1e3', '2147483648', '%00', '%ff', "1'--", '1;2', '__proto__']
    const answers = await inTurn(ids, async (id) => [
      await send('PATCH', `/api/credit-credentials/${id}`, { cookie, json: login }),
      await send('DELETE', `/api/credit-credentials/${id}`, { cookie }),
    ])
    return answers.flat()
  }),
  storing(
    'D22',
    'a correction that is none leaves the login as it was',
    [400],
    async (attacker) => {
      const { path, cookie } = await sharer(attacker)
      const wrong = [
        {},
        { ...login, serviceUrl: 'javascript:alert(1)' },
        { ...login, serviceUrl: 'https://user:pass@h.example' },
        { ...login, password: '' },
        { ...login, password: 'p'.repeat(1025) },
        { ...login, password: 'a\0b' },
        { ...login, username: '\r\n' },
        { ...login, serviceName: '\ud800' },
      ]
      const answers = await inTurn(wrong, (json) => attacker.send('PATCH', path, { cookie, json }))
      const rows = await attacker.portal.query(
        'select corrected_at from monitoring_credentials where id = $1',
        [path.split('/').at(-1)],
      )
      assert.deepEqual(rows, [{ corrected_at: null }])
      return answers
    },
  ),
  storing('D23', 'corrected, withdrawn and decided about at once', [200, 404], async (attacker) => {
    const { path, cookie } = await sharer(attacker)
    const id = path.split('/').at(-1)
    const decided = { cookie: attacker.portal.people.admin, json: { status: 'rejected' } }
    const answers = await Promise.all([
      attacker.send('PATCH', path, { cookie, json: { ...login, username: 'noor.h' } }),
      attacker.send('DELETE', path, { cookie }),
      attacker.send('DELETE', path, { cookie }),
      attacker.send('PATCH', `/api/admin/credentials/${id}/status`, decided),
    ])
    assert.equal(answers.slice(1, 3).filter(({ status }) => status === 200).length, 1)
    return answers
  }),
  attempt(
    'D30',
    'a second factor without proof, or with codes that are none',
    [400, 401, 409],
    async ({ send, portal }) => {
      const { cookie, password } = portal.people.partner
      const codes = ['', '000000', '0'.repeat(101), ['123456'], { $ne: '' }, 123456, 'a\0b']
      const proof = { currentPassword: `${password}x` }
      return [
        ...(await inTurn(codes, (code) =>
          send('POST', `${factor}/confirm`, { cookie, json: { code } }),
        )),
        await send('POST', factor, { cookie, json: proof }),
        await send('POST', `${factor}/remove`, { cookie, json: proof }),
        await send('POST', `${factor}/recovery-codes`, { cookie, json: proof }),
        await send('POST', factor, { json: { currentPassword: password } }),
      ]
    },
  ),
  storing(
    'D31',
    'one code confirms a second factor once, of five at once',
    [200, 400, 401, 409],
    async (attacker) => {
      const { cookie, password } = await newPartner(attacker)
      const json = { currentPassword: password }
      const begun = await attacker.send('POST', factor, { cookie, json })
      const here = getCookie(begun) || cookie
      const seed = textIn(begun, 'secret')
      attacker.secrets.push(seed)
      const code = new TOTP({ secret: Secret.fromBase32(seed) }).generate()
      const answers = await atOnce(5, () =>
        attacker.send('POST', `${factor}/confirm`, { cookie: here, json: { code } }),
      )
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      return answers
    },
  ),
  attempt(
    'D32',
    'someone else’s second factor, removed by a partner',
    [401, 403],
    async (attacker) => {
      const { send, portal } = attacker
      const { partner, other } = portal.people
      const id = await findId(attacker, other)
      const path = `/api/admin/users/${id}/second-factor/remove`
      const json = { currentPassword: partner.password }
      return [
        await send('POST', path, { json }),
        await send('POST', path, { json, cookie: partner.cookie }),
      ]
    },
  ),
]
