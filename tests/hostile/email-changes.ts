import assert from 'node:assert/strict'
import { atOnce, getCookie, inTurn, type Answer, type Attacker } from './attacker'
import { attempt, storing, strictStoring, type HostileCase } from './hostile-case'
import { logIn } from './logins'
import { newPartner } from './new-partner'
import { waitForMailText } from './password-resets'

const path = '/api/email-change'
const correct = ({ send }: Attacker, cookie: string, email: unknown) =>
  send('PATCH', '/api/user/email', { cookie, json: { email } })

const freshEmail = () => `moved-${crypto.randomUUID()}@partner.example`

/** Asks, and returns the cookie that goes on. */
async function ask(
  attacker: Attacker,
  person: { cookie: string; password: string },
  newEmail: unknown,
): Promise<{ answer: Answer; cookie: string }> {
  const { cookie, password: currentPassword } = person
  const answer = await attacker.send('POST', path, { cookie, json: { newEmail, currentPassword } })
  return { answer, cookie: getCookie(answer) || cookie }
}

/** Out of the mail that carries it. */
async function mailedToken(attacker: Attacker, to: string, page: string): Promise<string> {
  const text = await waitForMailText(attacker, to, new RegExp(`${page}#token=`))
  const [, token = ''] = new RegExp(`${page}#token=([\\w-]{43})`).exec(text) ?? []
  attacker.secrets.push(token)
  return token
}

const emailOf = async ({ portal }: Attacker, id: number) =>
  (await portal.query<{ email: string }>('select email from users where id = $1', [id]))[0]?.email

/** Another email, asked for and confirmed by those who should not. */
export const emailChanges: HostileCase[] = [
  attempt('D40', 'new emails that are none, several, or one’s own', [400], async (attacker) => {
    const { partner, other } = attacker.portal.people
    const { email } = other
    const addresses = [
      '',
      'x',
      null,
      [email],
      { email },
      `${email},evil@evil.example`,
      `a@b.example\r\nBcc: evil@evil.example`,
      'a\0@b.example',
      `${'x'.repeat(250)}@b.example`,
      partner.email.toUpperCase(),
    ]
    const asked = await inTurn(addresses, (one) => ask(attacker, partner, one))
    return asked.map(({ answer }) => answer)
  }),
  attempt('D41', 'links of a change that are none', [400], async ({ send }) => {
    const tokens = ['', 'x', 'k'.repeat(43), "' or 1=1--".padEnd(43), null, ['x'], { $ne: '' }]
    const answers = await inTurn(tokens, async (token) => [
      await send('POST', `${path}/confirm`, { json: { token } }),
      await send('POST', `${path}/stop`, { json: { token } }),
    ])
    return answers.flat()
  }),
  strictStoring(
    'D42',
    'an address that someone has is answered like one that no one has, and stays theirs',
    [200],
    async (attacker) => {
      const { other } = attacker.portal.people
      const person = await newPartner(attacker)
      const free = await ask(attacker, person, freshEmail())
      const taken = await ask(attacker, { ...person, cookie: free.cookie }, other.email)
      await waitForMailText(attacker, other.email, /asked to use this address/)
      const shape = ({ answer }: typeof free) => answer.body.toString().match(/"\w+":/g)
      assert.deepEqual(shape(taken), shape(free))
      const rows = await attacker.portal.query(
        'select confirm_hash from email_changes where user_id = $1',
        [person.id],
      )
      assert.deepEqual(rows, [{ confirm_hash: null }])
      return [free.answer, taken.answer]
    },
  ),
  strictStoring(
    'D43',
    'one link five times at once, and the link to stop it for the link to confirm it',
    [200, 400],
    async (attacker) => {
      const person = await newPartner(attacker)
      const newEmail = freshEmail()
      assert.equal((await ask(attacker, person, newEmail)).answer.status, 200)
      const confirming = await mailedToken(attacker, newEmail, 'confirm-email')
      const stopping = await mailedToken(attacker, person.email, 'stop-email-change')
      const open = (call: string, token: string) =>
        attacker.send('POST', `${path}/${call}`, { json: { token } })
      const mixedUp = [await open('confirm', stopping), await open('stop', confirming)]
      for (const { status } of mixedUp) assert.equal(status, 400)
      const answers = await atOnce(5, () => open('confirm', confirming))
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      assert.equal(await emailOf(attacker, person.id), newEmail)
      assert.equal((await open('stop', stopping)).status, 200)
      assert.equal(await emailOf(attacker, person.id), person.email)
      return [...mixedUp, ...answers]
    },
  ),
  strictStoring(
    'D44',
    'a sixth change within a day, and a fourth to one address within an hour',
    [200, 429],
    async (attacker) => {
      const [one, other] = [await newPartner(attacker), await newPartner(attacker)]
      const target = freshEmail()
      const asked: Answer[] = []
      for (const email of [target, target, target, freshEmail(), freshEmail(), freshEmail()]) {
        const { answer, cookie } = await ask(attacker, one, email)
        one.cookie = cookie
        asked.push(answer)
      }
      asked.push((await ask(attacker, other, target.toUpperCase())).answer)
      assert.deepEqual(
        asked.map(({ status }) => status),
        [200, 200, 200, 200, 200, 429, 429],
      )
      return asked
    },
  ),
  storing(
    'D45',
    'a change that waits for the administrator, confirmed by others or as another one',
    [400, 401, 403, 404, 409],
    async (attacker) => {
      const person = await newPartner(attacker)
      const newEmail = freshEmail()
      const { cookie } = await ask(attacker, person, newEmail)
      const { admin, partner } = attacker.portal.people
      const settle = (id: number, options: object) =>
        attacker.send('POST', `/api/admin/users/${id}/email-change/confirm`, options)
      const json = { newEmail }
      const answers = [
        await settle(person.id, { json }),
        await settle(person.id, { json, cookie }),
        await settle(person.id, { json, cookie: partner.cookie }),
        await settle(2_147_483_647, { json, cookie: admin }),
        ...(await inTurn([freshEmail(), `${newEmail}x`, '', null, { $ne: '' }], (other) =>
          settle(person.id, { json: { newEmail: other }, cookie: admin }),
        )),
      ]
      assert.equal(await emailOf(attacker, person.id), person.email)
      return answers
    },
  ),
  attempt(
    'D46',
    'an email corrected by a session that has not just signed up, or by no one',
    [400, 401, 403, 409],
    async (attacker) => {
      const { partner, admin, deleted } = attacker.portal.people
      const session = await logIn(attacker, partner.email, partner.password)
      const cookies = ['', admin, deleted, getCookie(session)]
      return inTurn(cookies, (cookie) => correct(attacker, cookie, freshEmail()))
    },
  ),
  storing(
    'D47',
    'emails that correct nothing, are someone else’s, or carry a header',
    [400, 409],
    async (attacker) => {
      const person = await newPartner(attacker)
      const { other } = attacker.portal.people
      const wrong = [
        '',
        null,
        [freshEmail()],
        `${freshEmail()},evil@evil.example`,
        `${freshEmail()}\r\nBcc: evil@evil.example`,
        'a\0@b.example',
        person.email.toUpperCase(),
        other.email,
        other.email.toUpperCase(),
      ]
      const answers = await inTurn(wrong, (email) => correct(attacker, person.cookie, email))
      assert.equal(await emailOf(attacker, person.id), person.email)
      return answers
    },
  ),
  storing(
    'D48',
    'an email corrected five times at once, and once more',
    [200, 409],
    async (attacker) => {
      const person = await newPartner(attacker)
      const answers = await atOnce(5, () => correct(attacker, person.cookie, freshEmail()))
      assert.equal(answers.filter(({ status }) => status === 200).length, 1)
      return [...answers, await correct(attacker, person.cookie, freshEmail())]
    },
  ),
]
