import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { samples } from '@tests/support/samples/samples'
import { inTurn, textIn, type Answer, type Attacker } from './attacker'
import { checkedCase, type HostileCase } from './hostile-case'

export const newEmail = () => `r-${randomBytes(6).toString('hex')}@partner.example`

export const applicant = (attacker: Attacker) => ({
  email: newEmail(),
  password: 'a long enough phrase',
  firstName: 'Ada',
  lastName: 'Applicant',
  phoneNumber: '(303) 555-0199',
  uploadKey: attacker.portal.unclaimedKey,
  agreeToTerms: true,
})

export const register = (attacker: Attacker, overrides: object, cookie = '') =>
  attacker.send('POST', '/api/register', { cookie, json: { ...applicant(attacker), ...overrides } })

export async function newKey(attacker: Attacker): Promise<string> {
  const text = randomBytes(8).toString('hex')
  return textIn(await attacker.upload('a.pdf', samples.pdf({ text }).bytes), 'uploadKey')
}

/** Each of these, by itself, refuses a registration that would otherwise succeed. */
const refused = (
  id: string,
  title: string,
  overrides: readonly object[] | ((attacker: Attacker) => readonly object[]),
  expect: readonly number[] = [400],
): HostileCase =>
  checkedCase({ id, title, expect }, async (attacker) => {
    const all = typeof overrides === 'function' ? overrides(attacker) : overrides
    return inTurn(all, (one) => register(attacker, one))
  })

export const rowOf = async (attacker: Attacker, email: string) => {
  const [row] = await attacker.portal.query('select * from users where email = $1', [email])
  return row ?? {}
}

const text = (field: string, values: readonly unknown[]) =>
  values.map((value) => ({ [field]: value }))
const badEmails = [
  'a@b',
  'a@b..c',
  'a"b@c.d',
  `${'a'.repeat(250)}@b.co`,
  'a@b.co\r\nBcc: x@y.zz',
  'a b@c.de',
  'a@[127.0.0.1]',
  '@b.co',
  'a@b.co,c@d.ee',
  '',
]

export const registrations: HostileCase[] = [
  refused(
    'R02',
    'terms that were not agreed to',
    text('agreeToTerms', [false, 'true', 1, null, undefined]),
  ),
  refused(
    'R04',
    'the address of somebody else in capitals',
    ({ portal }) => [{ email: portal.people.partner.email.toUpperCase() }],
    [409],
  ),
  refused(
    'R06',
    'passwords too short, too long, or with a NUL',
    text('password', ['', 'seven77', 'mossy\0 tangent', 'p'.repeat(1025), '\u{1f600}'.repeat(257)]),
  ),
  refused('R08', 'names of nothing but spaces', [
    ...text('firstName', ['', '   ', '\u00a0\u3000']),
    { lastName: '\t\n' },
  ]),
  {
    id: 'R09',
    title: 'the e-mail as the password',
    expect: [400],
    async run(attacker) {
      const email = newEmail()
      const answer = await register(attacker, { email, password: email })
      assert.equal(textIn(answer, 'message'), 'This password is too common. Please choose another.')
      return answer
    },
  },
  refused(
    'R10',
    'names of 151 and 50,000 characters',
    text('lastName', ['x'.repeat(151), 'x'.repeat(50_000)]),
  ),
  refused('R11', 'e-mails that are none, or carry a header', text('email', badEmails)),
  refused(
    'R12',
    'line breaks and escapes in names',
    text('firstName', ['A\r\nBcc: x@y.zz', 'A\u001b[2J', 'A\0', 'A\u0085B']),
  ),
  refused(
    'R13',
    'a phone of nine characters',
    text('phoneNumber', ['303555019', '         303', '']),
  ),
  refused(
    'R15',
    'a phone of 10,000 characters',
    text('phoneNumber', ['3'.repeat(10_000), '3'.repeat(41)]),
  ),
  {
    id: 'R17',
    title: 'upload keys unknown, malformed, expired and already claimed',
    expect: [400, 404, 409],
    mayStore: true,
    async run(attacker) {
      const expired = await newKey(attacker)
      await attacker.portal.query(
        "update files set created_at = created_at - interval '25 hours' where upload_key = $1",
        [expired],
      )
      const { partner } = attacker.portal.people
      const email = newEmail()
      const answers: Answer[] = []
      for (const uploadKey of [
        'k'.repeat(43),
        'short',
        '../../etc/passwd',
        expired,
        partner.file.uploadKey,
      ]) {
        answers.push(await register(attacker, { email, uploadKey }))
      }
      assert.deepEqual(await rowOf(attacker, email), {}, 'an account was made')
      return answers
    },
  },
  refused(
    'R18',
    'keys that are no text',
    text('uploadKey', [
      null,
      1,
      {},
      ['k'.repeat(43)],
      `${'k'.repeat(43)}\n`,
      `${'k'.repeat(42)}\0`,
    ]),
  ),
  refused(
    'R20',
    'addresses that look like somebody else’s',
    ({ portal }) => [
      { email: ` ${portal.people.partner.email} ` },
      { email: portal.people.partner.email.replace('@', '@ ') },
    ],
    [400, 409],
  ),
  refused(
    'R22',
    'consent that is neither yes nor no',
    text('contactConsent', ['yes', 1, null, {}]),
  ),
  refused(
    'R24',
    'passwords that everybody uses',
    text('password', ['password', 'Password123', '12345678', 'Credit2026', 'PARTNER1']),
  ),
]
