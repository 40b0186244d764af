import assert from 'node:assert/strict'
import { inTurn, type Answer, type Attacker } from './attacker'
import type { HostileCase } from './hostile-case'

const forms = {
  '/api/messages': {
    name: 'Rosa',
    email: 'rosa@partner.example',
    subject: 'Review',
    message: 'When?',
  },
  '/api/referrals': {
    name: 'Rosa',
    email: 'rosa@partner.example',
    phone: '(303) 555-0199',
    referralName: 'Noor',
    referralEmail: 'noor@partner.example',
    referralPhone: '(303) 555-0123',
  },
}
type Path = keyof typeof forms

const send = (attacker: Attacker, path: Path, overrides: object = {}) =>
  attacker.send('POST', path, { json: { ...forms[path], ...overrides } })

const refused = (
  id: string,
  title: string,
  path: Path,
  overrides: readonly object[],
): HostileCase => ({
  id,
  title,
  expect: [400],
  async run(attacker) {
    return inTurn(overrides, (one) => send(attacker, path, one))
  },
})
const each = (field: string, values: readonly unknown[]) =>
  values.map((value) => ({ [field]: value }))

const breaks = ['A\r\nBcc: x@y.zz', 'A\nB', 'A\0B', 'A\u001b[2J', '\ud800', 'A\u0085B']
const addresses = [
  'a@b.co\r\nBcc: x@y.zz',
  'a@b.co,c@d.ee',
  'A <a@b.co>',
  'a@b',
  '',
  ['a@b.co'],
  `${'a'.repeat(250)}@b.co`,
]

export const publicForms: HostileCase[] = [
  refused('F01', 'line breaks and controls in a subject and a name', '/api/messages', [
    ...each('subject', breaks),
    ...each('name', breaks),
  ]),
  refused(
    'F02',
    'addresses to reply to that carry a header, or are several',
    '/api/messages',
    each('email', addresses),
  ),
  refused(
    'F03',
    'messages too long, empty, or half a character',
    '/api/messages',
    each('message', ['m'.repeat(5001), '', '   ', 'A\0', '\udc00', 1, ['m'], { a: 1 }]),
  ),
  refused('F04', 'line breaks in the names and phones of a referral', '/api/referrals', [
    ...each('name', breaks),
    ...each('referralName', breaks),
    ...each('referralPhone', breaks),
  ]),
  refused(
    'F05',
    'referrals to addresses that are several or none',
    '/api/referrals',
    each('referralEmail', addresses),
  ),
  {
    id: 'F06',
    title: 'what programs fill in is answered, and not kept',
    expect: [201],
    run: async (attacker) => [
      await send(attacker, '/api/messages', { website: 'https://spam.example' }),
      await send(attacker, '/api/referrals', { website: 'https://spam.example' }),
    ],
  },
  {
    id: 'F07',
    title: 'eleven messages within an hour from one address',
    at: 'strict',
    expect: [201, 429],
    mayStore: true,
    async run(attacker) {
      const answers: Answer[] = []
      for (let at = 0; at < 11; at += 1)
        answers.push(await send(attacker, at % 2 ? '/api/messages' : '/api/referrals'))
      assert.deepEqual(
        answers.map(({ status }) => status),
        [...Array<number>(10).fill(201), 429],
      )
      return answers
    },
  },
  {
    id: 'F08',
    title: 'markup in a message is text',
    expect: [201],
    mayStore: true,
    async run(attacker) {
      const message = '<img src=x onerror=alert(1)>\n{{constructor}} ${7*7} %s'
      const answer = await send(attacker, '/api/messages', { message, status: 'done', id: 1 })
      const cookie = attacker.portal.people.admin
      const listed = await attacker.send('GET', '/api/admin/messages?limit=1', { cookie })
      assert.ok(listed.body.includes(JSON.stringify(message)))
      assert.match(listed.body.toString(), /"status":"new"/)
      return answer
    },
  },
  refused('F09', 'subjects too long, and names of 151', '/api/messages', [
    ...each('subject', ['s'.repeat(201), '', ' ']),
    { name: 'n'.repeat(151) },
    { website: 1 },
  ]),
]
