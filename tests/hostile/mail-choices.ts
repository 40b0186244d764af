import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { inTurn, type Attacker } from './attacker'
import { attempt, strictStoring, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'
import { waitForMailText } from './password-resets'

const decline = ({ send }: Attacker, json: unknown) =>
  send('POST', '/api/mail-choices/decline', { json })

/** The token in a mail that the administrator wrote to someone new. */
async function newLink(attacker: Attacker) {
  const person = await newPartner(attacker)
  const marker = `m${randomInt(1e9)}`
  const mail = { to: person.email, subject: 'Hello', body: marker }
  const cookie = attacker.portal.people.admin
  const written = await attacker.send('POST', '/api/admin/emails', { cookie, json: mail })
  assert.equal(written.status, 201)
  const text = await waitForMailText(attacker, person.email, new RegExp(marker))
  const [, token = ''] = /#token=(v1\.[\w.-]+)&kind=email/.exec(text) ?? []
  assert.ok(token)
  return { person, token }
}

const choicesOf = async ({ portal }: Attacker, id: number) =>
  JSON.stringify(
    await portal.query(
      `select (select json_agg(d order by d.kind) from declined_mails d where d.user_id = $1) as declined,
         (select json_agg(c order by c.id) from consents c where c.user_id = $1) as consents`,
      [id],
    ),
  )

/** Emails that people can turn off, with a login or by the link in each of them. */
export const mailChoices: HostileCase[] = [
  attempt('D50', 'links that turn emails off and are none', [400], (attacker) => {
    const sealed = `v1.01234567.${'k'.repeat(80)}`
    const tokens = ['', 'x', 'k'.repeat(43), sealed, `${sealed}\0`, null, [sealed], { $ne: '' }]
    const kinds = [[], ['decision'], ['__proto__'], 'payout', null, Array(9).fill('payout')]
    return inTurn(
      [
        ...tokens.map((token) => ({ token, kinds: ['payout'] })),
        ...kinds.map((one) => ({ token: sealed, kinds: one })),
      ],
      (json) => decline(attacker, json),
    )
  }),
  strictStoring(
    'D51',
    'a link that was altered, cut off, or is used as another key',
    [400, 401, 404, 405],
    async (attacker) => {
      const { person, token } = await newLink(attacker)
      const before = await choicesOf(attacker, person.id)
      const [version = '', key = '', value = ''] = token.split('.')
      const flipped = (at: number) =>
        value.slice(0, at) + (value[at] === 'A' ? 'B' : 'A') + value.slice(at + 1)
      const altered = [
        ...[0, 20, value.length - 10].map((at) => [version, key, flipped(at)].join('.')),
        [version, '00000000', value].join('.'),
        ['v2', key, value].join('.'),
        token.slice(0, -1),
        `${token}A`,
      ]
      const kinds = ['payout', 'email']
      const refused = [
        ...(await inTurn(altered, (one) => decline(attacker, { token: one, kinds }))),
        await decline(attacker, { token, kinds: ['decision'] }),
        await attacker.send('GET', `/api/mail-choices/decline?token=${token}&kinds=payout`),
        await attacker.send('PUT', '/api/mail-choices/payout', { json: { token, isWanted: true } }),
        await attacker.send('GET', '/api/mail-choices', {
          headers: { Authorization: `Bearer ${token}` },
        }),
      ]
      assert.equal(await choicesOf(attacker, person.id), before)
      return refused
    },
  ),
  strictStoring(
    'D52',
    'a link of one person turns off that person’s emails alone, and nothing on',
    [200],
    async (attacker) => {
      const { person, token } = await newLink(attacker)
      const stranger = await newPartner(attacker)
      const before = await choicesOf(attacker, stranger.id)
      const json = { token, kinds: ['payout'], userId: stranger.id, isWanted: true }
      const { cookie } = stranger
      const answers = [
        await attacker.send('POST', '/api/mail-choices/decline', { cookie, json }),
        await decline(attacker, json),
      ]
      assert.equal(await choicesOf(attacker, stranger.id), before)
      assert.match(await choicesOf(attacker, person.id), /"kind":"payout"/)
      return answers
    },
  ),
  attempt('D53', 'emails of no kind turned on and off', [400, 404], async ({ send, portal }) => {
    const { cookie } = portal.people.partner
    const kinds = ['decision', 'meeting', 'email', '__proto__', 'payout%00', 'PAYOUT', '%ff']
    return [
      ...(await inTurn(kinds, (kind) =>
        send('PUT', `/api/mail-choices/${kind}`, { cookie, json: { isWanted: false } }),
      )),
      ...(await inTurn([{}, { isWanted: 'no' }, { isWanted: null }, []], (json) =>
        send('PUT', '/api/mail-choices/payout', { cookie, json }),
      )),
    ]
  }),
]
