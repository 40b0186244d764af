import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { samples } from '@tests/support/samples/samples'
import { inTurn, textIn, type Attacker } from './attacker'
import { attempt, each, storing, unseen, type Fields, type HostileCase } from './hostile-case'

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
  attempt(id, title, expect, async (attacker) => {
    const all = typeof overrides === 'function' ? overrides(attacker) : overrides
    return inTurn(all, (one) => register(attacker, one))
  })

const refusedFields = (id: string, title: string, fields: Fields) =>
  refused(id, title, each(fields))

export const rowOf = async (attacker: Attacker, email: string) => {
  const [row] = await attacker.portal.query('select * from users where email = $1', [email])
  return row ?? {}
}

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
  refusedFields('R02', 'terms that were not agreed to', {
    agreeToTerms: [false, 'true', 1, null, undefined],
  }),
  refused(
    'R04',
    'the address of somebody else in capitals',
    ({ portal }) => [{ email: portal.people.partner.email.toUpperCase() }],
    [409],
  ),
  refusedFields('R06', 'passwords too short, too long, or with a NUL', {
    password: ['', 'seven77', 'mossy\0 tangent', 'p'.repeat(1025), '\u{1f600}'.repeat(257)],
  }),
  refusedFields('R08', 'names of nothing but spaces', {
    firstName: ['', '   ', '\u00a0\u3000'],
    lastName: ['\t\n'],
  }),
  attempt('R09', 'the e-mail as the password', [400], async (attacker) => {
    const email = newEmail()
    const answer = await register(attacker, { email, password: email })
    assert.equal(textIn(answer, 'message'), 'This password is too common. Please choose another.')
    return answer
  }),
  refusedFields('R10', 'names of 151 and 50,000 characters', {
    lastName: ['x'.repeat(151), 'x'.repeat(50_000)],
  }),
  refusedFields('R11', 'e-mails that are none, or carry a header', { email: badEmails }),
  storing('R12', 'line breaks and what nobody sees in names', [201], (attacker) =>
    inTurn(['A\r\nBcc: x@y.zz', 'A\u001b[2J', 'A\0', 'A\u0085B', 'A\ud800'], async (name) => {
      const [email, uploadKey] = [newEmail(), await newKey(attacker)]
      const names = { firstName: name, lastName: name }
      const answer = await register(attacker, { email, uploadKey, ...names })
      const row = await rowOf(attacker, email)
      assert.doesNotMatch(`${row['first_name']}${row['last_name']}`, unseen)
      return answer
    }),
  ),
  refusedFields('R13', 'a phone of nine characters', {
    phoneNumber: ['303555019', '         303', ''],
  }),
  refusedFields('R15', 'a phone of 10,000 characters', {
    phoneNumber: ['3'.repeat(10_000), '3'.repeat(41)],
  }),
  storing(
    'R17',
    'upload keys unknown, malformed, expired and already claimed',
    [400, 404, 409],
    async (attacker) => {
      const expired = await newKey(attacker)
      await attacker.portal.query(
        "update files set created_at = created_at - interval '25 hours' where upload_key = $1",
        [expired],
      )
      const { partner } = attacker.portal.people
      const email = newEmail()
      const keys = ['k'.repeat(43), 'short', '../../etc/passwd', expired, partner.file.uploadKey]
      const answers = await inTurn(keys, (uploadKey) => register(attacker, { email, uploadKey }))
      assert.deepEqual(await rowOf(attacker, email), {}, 'an account was made')
      return answers
    },
  ),
  refusedFields('R18', 'keys that are no text', {
    uploadKey: [null, 1, {}, ['k'.repeat(43)], `${'k'.repeat(43)}\n`, `${'k'.repeat(42)}\0`],
  }),
  refused(
    'R20',
    'addresses that look like somebody else’s',
    ({ portal }) => [
      { email: ` ${portal.people.partner.email} ` },
      { email: portal.people.partner.email.replace('@', '@ ') },
    ],
    [400, 409],
  ),
  refusedFields('R22', 'consent that is neither yes nor no', {
    contactConsent: ['yes', 1, null, {}],
  }),
  refusedFields('R24', 'passwords that everybody uses', {
    password: ['password', 'Password123', '12345678', 'Credit2026', 'PARTNER1'],
  }),
]
