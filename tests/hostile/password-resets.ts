import assert from 'node:assert/strict'
import { inTurn, textIn, type Answer, type Attacker } from './attacker'
import { strictAttempt, strictStoring, type HostileCase } from './hostile-case'
import { within } from './withstand'

const ask = (attacker: Attacker, json: unknown, headers = {}) =>
  attacker.send('POST', '/api/password-reset', { json, headers })

const confirm = (attacker: Attacker, token: unknown, password: unknown) =>
  attacker.send('POST', '/api/password-reset/confirm', { json: { token, password } })

/** Text of the newest mail to an address, out of the portal's mailbox. */
export async function waitForMailText(
  attacker: Attacker,
  address: string,
  matches: RegExp,
  after = 0,
): Promise<string> {
  const { mailbox } = attacker.portal
  const find = () =>
    mailbox.mails
      .slice(after)
      .findLast((mail) => mail.to.includes(address) && matches.test(mail.raw + mail.text))
  assert.ok(await within(20_000, async () => find() !== undefined), 'no such mail arrived')
  return find()?.text ?? ''
}

/** Asks for a link, and takes the token out of the mail that carries it. */
export async function waitForResetToken(
  attacker: Attacker,
  email: string,
  headers = {},
): Promise<string> {
  const seen = attacker.portal.mailbox.mails.length
  const asked = await ask(attacker, { email }, headers)
  assert.equal(asked.status, 200)
  const text = await waitForMailText(attacker, email, /reset-password#token=/, seen)
  const [, origin = '', token = ''] =
    /(http:\/\/[^/\s]+)\/reset-password#token=([\w-]{43})/.exec(text) ?? []
  assert.equal(origin, attacker.portal.origin)
  attacker.secrets.push(token)
  return token
}

const cases: HostileCase[] = [
  strictStoring(
    'P01',
    'an unknown address is answered like a known one',
    [200],
    async (attacker) => {
      const { partner } = attacker.portal.people
      const seen = attacker.portal.mailbox.mails.length
      const known = await ask(attacker, { email: partner.email })
      // A job writes it; other cases must not overlap with it.
      await waitForMailText(attacker, partner.email, /reset-password#token=/, seen)
      const unknown = await ask(attacker, { email: 'nobody@partner.example' })
      assert.deepEqual(unknown.json(), known.json())
      return [known, unknown]
    },
  ),
  strictAttempt('P02', 'tokens that are none', [400], async (attacker) => {
    const tokens = [
      '',
      'x',
      'k'.repeat(43),
      'k'.repeat(10_000),
      "' or 1=1--".padEnd(43),
      null,
      ['k'.repeat(43)],
      { $ne: '' },
      `${'k'.repeat(42)}\0`,
    ]
    return inTurn(tokens, (token) => confirm(attacker, token, 'a long enough phrase'))
  }),
  strictAttempt('P03', 'addresses that are none, or several', [400], async (attacker) => {
    const { email } = attacker.portal.people.other
    const addresses = [
      [email, 'evil@evil.example'],
      `${email},evil@evil.example`,
      `${email}\r\nBcc: evil@evil.example`,
      { email },
      '',
    ]
    return inTurn(addresses, (one) => ask(attacker, { email: one }))
  }),
  strictStoring('P04', 'one link, five times at once', [200, 400], async (attacker) => {
    const { other } = attacker.portal.people
    const token = await waitForResetToken(attacker, other.email)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => confirm(attacker, token, other.password)),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    return answers
  }),
  strictStoring('P05', 'the link before the newest', [400], async (attacker) => {
    const { other } = attacker.portal.people
    const first = await waitForResetToken(attacker, other.email)
    await waitForResetToken(attacker, other.email)
    return confirm(attacker, first, other.password)
  }),
  strictStoring('P06', 'a link that has expired', [400], async (attacker) => {
    const { other } = attacker.portal.people
    const token = await waitForResetToken(attacker, other.email)
    await attacker.portal.query(
      "update password_resets set expires_at = now() - interval '1 second'",
    )
    return confirm(attacker, token, other.password)
  }),
  strictStoring('P07', 'a common password leaves the link alive', [400], async (attacker) => {
    const { other } = attacker.portal.people
    const token = await waitForResetToken(attacker, other.email)
    const answer = await confirm(attacker, token, 'password123')
    assert.equal(textIn(answer, 'message'), 'This password is too common. Please choose another.')
    assert.equal((await confirm(attacker, token, other.password)).status, 200)
    return answer
  }),
  strictStoring(
    'P08',
    'four requests for one address within an hour, spelled differently',
    [200, 429],
    async (attacker) => {
      const answers: Answer[] = []
      for (const email of ['x@y.example', 'X@y.example', 'x@Y.example', ' x@y.example']) {
        answers.push(await ask(attacker, { email }))
      }
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 429],
      )
      return answers
    },
  ),
]

export const passwordResets: HostileCase[] = cases.map((one) => ({ ...one, at: 'strict' }))
