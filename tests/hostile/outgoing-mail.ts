import assert from 'node:assert/strict'
import { inTurn, type Attacker } from './attacker'
import { each, strictAttempt, strictStoring, type Fields, type HostileCase } from './hostile-case'
import { waitForMailText } from './password-resets'

const draft = { to: 'rosa@partner.example', subject: 'Your review', body: 'Dear Rosa' }

const asAdmin = (attacker: Attacker, method: string, path: string, json?: unknown) =>
  attacker.send(method, `/api/admin/${path}`, {
    cookie: attacker.portal.people.admin,
    ...(json !== undefined && { json }),
  })

/** Mails that are never queued. */
const refused = (id: string, title: string, overrides: readonly object[]): HostileCase =>
  strictAttempt(id, title, [400], async (attacker) => {
    return inTurn(overrides, (one) => asAdmin(attacker, 'POST', 'emails', { ...draft, ...one }))
  })

const refusedFields = (id: string, title: string, fields: Fields) =>
  refused(id, title, each(fields))

const templates = [
  '{{constructor}}',
  '{{__proto__}}',
  '{{ toString }}',
  '{{{{firstName}}}}',
  '{{firstName',
  'firstName}}',
  '{{}}',
  '{{firstName.constructor}}',
  '{{#each x}}{{/each}}',
  '{{firstName}}}}',
  '{{first{{lastName}}Name}}',
]

export const outgoingMail: HostileCase[] = [
  refusedFields('E01', 'recipients that are several, none, or carry a header', {
    to: [
      'a@b.co,c@d.ee',
      'a@b.co;c@d.ee',
      'a@b.co\r\nBcc: x@y.zz',
      'A <a@b.co>',
      'undisclosed:a@b.co;',
      '',
      'x',
      ['a@b.co'],
      { address: 'a@b.co' },
      `${'a'.repeat(250)}@b.co`,
      'a\0@b.co',
    ],
  }),
  refusedFields('E02', 'subjects too long, empty, or no text', {
    subject: ['s'.repeat(201), '', ' ', '\r\n', '\0\u001b', 1],
  }),
  refusedFields('E03', 'bodies too long, empty, or no text', {
    body: ['b'.repeat(20_001), '', '  ', '\0\u001b', '\ud800', 1, ['b'], { html: '<b>' }],
  }),
  strictStoring(
    'E04',
    'markup and the ends of parts in a body, and of headers in a subject, are text',
    [201],
    async (attacker) => {
      const to = attacker.portal.people.partner.email
      const marker = `m${Date.now()}`
      const body = `${marker} <script>alert(1)</script>\n.\nQUIT\n--boundary--\n{{firstName}} [x](javascript:alert(1)) https://ok.example/"onclick="x`
      const subject = 'A\r\nBcc: x@y.zz\u0085Bcc: x@y.zz\0'
      const answer = await asAdmin(attacker, 'POST', 'emails', { ...draft, to, subject, body })
      const text = await waitForMailText(attacker, to, new RegExp(marker))
      assert.ok(text.includes('<script>alert(1)</script>') && text.includes('QUIT'))
      const { html = '', raw = '' } =
        attacker.portal.mailbox.mails.findLast((mail) => mail.text.includes(marker)) ?? {}
      assert.match(html, /&lt;script&gt;/)
      assert.doesNotMatch(raw, /^Bcc:/im)
      assert.doesNotMatch(html, /<script|href="javascript:|"\s*onclick="x/)
      return answer
    },
  ),
  strictAttempt(
    'E05',
    'templates with placeholders that reach for more',
    [400],
    async (attacker) => {
      const wrong = templates.flatMap((text) => [
        { subject: 'Hello', body: text },
        { subject: text, body: 'Hello' },
      ])
      return inTurn(wrong, (json) => asAdmin(attacker, 'PATCH', 'email-templates/welcome', json))
    },
  ),
  strictAttempt('E06', 'templates that do not exist', [404, 400], async (attacker) => {
    const ids = ['__proto__', 'constructor', 'toString', 'WELCOME', '..%2fwelcome']
    const answers = await inTurn([...ids, 'welcome%00', '%ff', '1'], async (id) => {
      const path = `email-templates/${id}`
      return [
        await asAdmin(attacker, 'PATCH', path, { subject: 'a', body: 'b' }),
        await asAdmin(attacker, 'DELETE', path),
      ]
    })
    return answers.flat()
  }),
  strictAttempt(
    'E07',
    'mails that do not exist, sent again, cancelled and answered',
    [404],
    async (attacker) => {
      const ids = ['0', '-1', '999999', '2147483648', 'abc', '1e1', '%00']
      const answers = await inTurn(ids, async (id) => [
        await asAdmin(attacker, 'POST', `emails/${id}/resend`),
        await asAdmin(attacker, 'POST', `emails/${id}/cancel`),
        await asAdmin(attacker, 'POST', `messages/${id}/reply`, { body: 'x' }),
        await asAdmin(attacker, 'POST', `referrals/${id}/reply`, { body: 'x' }),
        await asAdmin(attacker, 'PATCH', `messages/${id}/status`, { status: 'done' }),
      ])
      return answers.flat()
    },
  ),
  refused('E08', 'keys that would make it another mail', [
    { to: undefined, bcc: 'x@y.zz' },
    { body: undefined, html: '<b>' },
    { to: undefined, headers: { To: 'x@y.zz' } },
    { body: undefined, attachments: [{ path: '/etc/passwd' }] },
    { body: { path: '/etc/passwd' } },
    { subject: { href: 'http://127.0.0.1' } },
  ]),
]
