import assert from 'node:assert/strict'
import { atOnce, getCookie, textIn, type Attacker } from './attacker'
import { storing, type HostileCase } from './hostile-case'
import { logIn, whoAmI } from './logins'
import { newEmail, applicant, register, newKey, rowOf } from './registrations'

/** A registration that succeeds, and what has to be true of it. */
const accepted = (
  id: string,
  title: string,
  overrides: (attacker: Attacker) => object,
  check: (attacker: Attacker, email: string) => Promise<void>,
): HostileCase =>
  storing(id, title, [201], async (attacker) => {
    const email = newEmail()
    const uploadKey = await newKey(attacker)
    const answer = await register(attacker, { email, uploadKey, ...overrides(attacker) })
    await check(attacker, email)
    return answer
  })

async function expectLogin(attacker: Attacker, email: string, right: string, wrong: string[]) {
  assert.equal((await logIn(attacker, email, right)).status, 200, 'the right password')
  for (const password of wrong) {
    assert.equal((await logIn(attacker, email, password)).status, 401, 'a wrong password')
  }
}

export const newAccounts: HostileCase[] = [
  accepted(
    'R01',
    'keys that nobody asked for',
    () => ({ isAdmin: 1, is_admin: 1, status: 'approved', id: 1, userId: 1, createdAt: '1970' }),
    async (attacker, email) => {
      const row = await rowOf(attacker, email)
      assert.deepEqual([row['is_admin'], row['status']], [0, 'pending'])
      assert.notEqual(row['id'], 1)
    },
  ),
  accepted(
    'R03',
    'eight characters are enough',
    () => ({ password: 'vq7!mzt2' }),
    (attacker, email) => expectLogin(attacker, email, 'vq7!mzt2', ['vq7!mzt', 'VQ7!MZT2']),
  ),
  accepted(
    'R05',
    'no byte after the 72nd is ignored',
    () => ({ password: `${'p'.repeat(72)}X` }),
    (attacker, email) =>
      expectLogin(attacker, email, `${'p'.repeat(72)}X`, [`${'p'.repeat(72)}Y`, 'p'.repeat(72)]),
  ),
  accepted(
    'R07',
    'tabs, spaces at both ends and accents count',
    () => ({ password: ' a\tb résumé ' }),
    (attacker, email) => expectLogin(attacker, email, ' a\tb résumé ', ['a\tb résumé', ' a']),
  ),
  accepted(
    'R14',
    'markup and SQL in names are text',
    () => ({ firstName: '<script>alert(1)</script>', lastName: "'); drop table users;--" }),
    async (attacker, email) => {
      const row = await rowOf(attacker, email)
      assert.deepEqual(
        [row['first_name'], row['last_name']],
        ['<script>alert(1)</script>', "'); drop table users;--"],
      )
    },
  ),
  {
    ...accepted(
      'R16',
      'a name that would be filled in, or be a link, in the welcome mail',
      () => ({ firstName: '{{loginLink}}', lastName: 'https://evil.example/x' }),
      async (attacker, email) => {
        const [mail] = await attacker.portal.query(
          'select subject from mails where recipient = $1',
          [email],
        )
        assert.ok(mail, 'no mail was queued')
        assert.doesNotMatch(String(mail['subject']), /evil\.example|https?:/)
      },
    ),
    at: 'strict',
  },
  storing('R19', 'the key of a shared login where a file is meant', [404], async (attacker) => {
    const shared = await attacker.send('POST', '/api/credit-credentials', {
      json: {
        serviceName: 'S',
        serviceUrl: 'https://s.example',
        username: 'u',
        password: attacker.secret(),
      },
    })
    const { cookie } = attacker.portal.people.partner
    return attacker.send('POST', `/api/link-file/${textIn(shared, 'uploadKey')}`, { cookie })
  }),
  storing('R21', 'the same form five times at once', [201, 400, 409], async (attacker) => {
    const form = { ...applicant(attacker), uploadKey: await newKey(attacker) }
    const answers = await atOnce(5, () => register(attacker, form))
    assert.equal(answers.filter(({ status }) => status === 201).length, 1)
    const files = await attacker.portal.query(
      'select 1 from files join users on users.id = files.user_id where email = $1',
      [form.email],
    )
    assert.equal(files.length, 1)
    return answers
  }),
  storing('R23', 'while logged in as somebody else', [201], async (attacker) => {
    const { partner } = attacker.portal.people
    const email = newEmail()
    const login = await logIn(attacker, partner.email, partner.password)
    const old = getCookie(login)
    const answer = await register(attacker, { email, uploadKey: await newKey(attacker) }, old)
    const now = await whoAmI(attacker, getCookie(answer))
    assert.equal(textIn(now, 'email'), email)
    assert.equal((await whoAmI(attacker, old)).status, 401)
    return answer
  }),
]
