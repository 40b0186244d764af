import assert from 'node:assert/strict'
import { inTurn, type Answer, type Attacker } from './attacker'
import type { HostileCase } from './hostile-case'
import { waitForMailText } from './password-resets'

const draft = { to: 'rosa@partner.example', subject: 'Your review', body: 'Dear Rosa' }

const asAdmin = (attacker: Attacker, method: string, path: string, json?: unknown) =>
  attacker.send(method, `/api/admin/${path}`, {
    cookie: attacker.portal.people.admin,
    ...(json !== undefined && { json }),
  })

/** Mails that are never queued. */
const refused = (id: string, title: string, overrides: readonly object[]): HostileCase => ({
  id,
  title,
  at: 'strict',
  expect: [400],
  async run(attacker) {
    return inTurn(overrides, (one) => asAdmin(attacker, 'POST', 'emails', { ...draft, ...one }))
  },
})
const each = (field: string, values: readonly unknown[]) =>
  values.map((value) => ({ [field]: value }))

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
  refused(
    'E01',
    'recipients that are several, none, or carry a header',
    each('to', [
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
      'a@b.co\0',
    ]),
  ),
  refused(
    'E02',
    'subjects with a line break, too long, or empty',
    each('subject', [
      'A\r\nBcc: x@y.zz',
      'A\nContent-Type: text/html',
      'A\u0085B',
      'A\0',
      's'.repeat(201),
      '',
      ' ',
      1,
    ]),
  ),
  refused(
    'E03',
    'bodies too long, empty, or no text',
    each('body', ['b'.repeat(20_001), '', '  ', 'A\0', '\ud800', 1, ['b'], { html: '<b>' }]),
  ),
  {
    id: 'E04',
    title: 'markup and the ends of parts in a body are text',
    at: 'strict',
    expect: [201],
    mayStore: true,
    async run(attacker) {
      const to = attacker.portal.people.partner.email
      const marker = `m${Date.now()}`
      const body = `${marker} <script>alert(1)</script>\n.\nQUIT\n--boundary--\n{{firstName}} [x](javascript:alert(1)) https://ok.example/"onclick="x`
      const answer = await asAdmin(attacker, 'POST', 'emails', { ...draft, to, body })
      const text = await waitForMailText(attacker, to, new RegExp(marker))
      assert.ok(text.includes('<script>alert(1)</script>') && text.includes('QUIT'))
      const { html = '' } =
        attacker.portal.mailbox.mails.findLast((mail) => mail.text.includes(marker)) ?? {}
      assert.match(html, /&lt;script&gt;/)
      assert.doesNotMatch(html, /<script|href="javascript:|"\s*onclick="x/)
      return answer
    },
  },
  {
    id: 'E05',
    title: 'templates with placeholders that reach for more',
    at: 'strict',
    expect: [400],
    async run(attacker) {
      const answers: Answer[] = []
      for (const text of templates) {
        answers.push(
          await asAdmin(attacker, 'PATCH', 'email-templates/welcome', {
            subject: 'Hello',
            body: text,
          }),
        )
        answers.push(
          await asAdmin(attacker, 'PATCH', 'email-templates/welcome', {
            subject: text,
            body: 'Hello',
          }),
        )
      }
      return answers
    },
  },
  {
    id: 'E06',
    title: 'templates that do not exist',
    at: 'strict',
    expect: [404, 400],
    async run(attacker) {
      const answers: Answer[] = []
      for (const id of [
        '__proto__',
        'constructor',
        'toString',
        'WELCOME',
        '..%2fwelcome',
        'welcome%00',
        '%ff',
        '1',
      ]) {
        answers.push(
          await asAdmin(attacker, 'PATCH', `email-templates/${id}`, { subject: 'a', body: 'b' }),
        )
        answers.push(await asAdmin(attacker, 'DELETE', `email-templates/${id}`))
      }
      return answers
    },
  },
  {
    id: 'E07',
    title: 'mails that do not exist, sent again, cancelled and answered',
    at: 'strict',
    expect: [404],
    async run(attacker) {
      const answers: Answer[] = []
      for (const id of ['0', '-1', '999999', '2147483648', 'abc', '1e1', '%00']) {
        answers.push(await asAdmin(attacker, 'POST', `emails/${id}/resend`))
        answers.push(await asAdmin(attacker, 'POST', `emails/${id}/cancel`))
        answers.push(await asAdmin(attacker, 'POST', `messages/${id}/reply`, { body: 'x' }))
        answers.push(await asAdmin(attacker, 'POST', `referrals/${id}/reply`, { body: 'x' }))
        answers.push(await asAdmin(attacker, 'PATCH', `messages/${id}/status`, { status: 'done' }))
      }
      return answers
    },
  },
  refused('E08', 'keys that would make it another mail', [
    { to: undefined, bcc: 'x@y.zz' },
    { body: undefined, html: '<b>' },
    { to: undefined, headers: { To: 'x@y.zz' } },
    { body: undefined, attachments: [{ path: '/etc/passwd' }] },
    { body: { path: '/etc/passwd' } },
    { subject: { href: 'http://127.0.0.1' } },
  ]),
]
