import assert from 'node:assert/strict'
import { inTurn, type Attacker } from './attacker'
import {
  attempt,
  each,
  storing,
  strictStoring,
  unseen,
  type Fields,
  type HostileCase,
} from './hostile-case'

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

const refused = (id: string, title: string, path: Path, fields: Fields): HostileCase =>
  attempt(id, title, [400], (attacker) => inTurn(each(fields), (one) => send(attacker, path, one)))

/** Kept as one line: breaks are spaces, and what nobody sees is gone. */
const cleaned = (id: string, title: string, path: Path, fields: Fields): HostileCase =>
  storing(id, title, [201], async (attacker) => {
    const answers = await inTurn(each(fields), (one) => send(attacker, path, one))
    const rows = await attacker.portal.query<{ kept: string }>(
      `select concat(name, subject) as kept from messages
       union all select concat(name, referral_name, referral_phone) from referrals`,
    )
    for (const { kept } of rows) assert.doesNotMatch(kept, unseen)
    return answers
  })

const breaks = ['A\r\nBcc: x@y.zz', 'A\nB', 'A\0B', 'A\u001b[2J', 'A\ud800', 'A\u0085B']
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
  cleaned('F01', 'line breaks and controls in a subject and a name', '/api/messages', {
    subject: breaks,
    name: breaks,
  }),
  refused('F02', 'addresses to reply to that carry a header, or are several', '/api/messages', {
    email: addresses,
  }),
  refused('F03', 'messages too long, empty, or half a character', '/api/messages', {
    message: ['m'.repeat(5001), '', '   ', '\0\u001b', '\udc00', 1, ['m'], { a: 1 }],
  }),
  cleaned('F04', 'line breaks in the names and phones of a referral', '/api/referrals', {
    name: breaks,
    referralName: breaks,
    referralPhone: breaks.map((end) => `(303) 555-0123${end}`),
  }),
  refused('F05', 'referrals to addresses that are several or none', '/api/referrals', {
    referralEmail: addresses,
  }),
  attempt('F06', 'what programs fill in is answered, and not kept', [201], async (attacker) => [
    await send(attacker, '/api/messages', { website: 'https://spam.example' }),
    await send(attacker, '/api/referrals', { website: 'https://spam.example' }),
  ]),
  strictStoring(
    'F07',
    'eleven messages within an hour from one address',
    [201, 429],
    async (attacker) => {
      const answers = await inTurn([...Array(11).keys()], (at) =>
        send(attacker, at % 2 ? '/api/messages' : '/api/referrals'),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [...Array<number>(10).fill(201), 429],
      )
      return answers
    },
  ),
  storing('F08', 'markup in a message is text', [201], async (attacker) => {
    const message = '<img src=x onerror=alert(1)>\n{{constructor}} ${7*7} %s'
    const answer = await send(attacker, '/api/messages', { message, status: 'done', id: 1 })
    const cookie = attacker.portal.people.admin
    const listed = await attacker.send('GET', '/api/admin/messages?limit=1', { cookie })
    assert.ok(listed.body.includes(JSON.stringify(message)))
    assert.match(listed.body.toString(), /"status":"new"/)
    return answer
  }),
  refused('F09', 'subjects too long, and names of 151', '/api/messages', {
    subject: ['s'.repeat(201), '', ' '],
    name: ['n'.repeat(151)],
    website: [1],
  }),
]
