import assert from 'node:assert/strict'
import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { impossibleIds } from '@tests/support/portal/answers'
import { inTurn, type Answer, type Attacker } from './attacker'
import { confirmAdmin, findId } from './confirm-admin'
import { attempt, each, storing, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'

const settingsPath = '/api/admin/settings/texts'
const incoming = '/sms/incoming'
const strangeTexts = ['\0\u001b', '\ud800', 1, ['x'], {}, null, '', ' ', '\u200b']
const settings = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'not a token',
  sender: '+13035550142',
  kinds: [],
}

/** As the provider signs a call: the address, then each field's name and value, by name. */
function sign(authToken: string, url: string, form: Record<string, string>): string {
  const fields = Object.entries(form).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const signed = url + fields.flat().join('')
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

const call = (
  { send }: Attacker,
  path: string,
  { form, signature }: { form: Record<string, string>; signature: string },
) =>
  send('POST', path, {
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(signature && { 'X-Twilio-Signature': signature }),
    },
    body: new URLSearchParams(form).toString(),
  })

/** With a provider for as long as it takes, whose token is known. */
async function whileConnected(
  attacker: Attacker,
  act: (authToken: string) => Promise<Answer[]>,
): Promise<Answer[]> {
  const authToken = randomBytes(16).toString('hex')
  attacker.secrets.push(authToken)
  const cookie = await confirmAdmin(attacker)
  const json = { ...settings, authToken }
  const connected = await attacker.send('PUT', settingsPath, { cookie, json })
  assert.equal(connected.status, 200)
  assert.doesNotMatch(connected.body.toString(), new RegExp(authToken))
  try {
    return await act(authToken)
  } finally {
    await attacker.send('DELETE', settingsPath, { cookie: await confirmAdmin(attacker) })
  }
}

/** Texts: the administrator's, and calls of the provider who carries them. */
export const texts: HostileCase[] = [
  attempt('Y01', 'accounts of a provider that are none', [400], async (attacker) => {
    const cookie = await confirmAdmin(attacker)
    const wrong = each({
      accountSid: ['', 'AC1', `AC${'0'.repeat(31)}/`, `AC${'0'.repeat(32)}/../x`, null, ['AC']],
      sender: ['', '3035550142', '+442071838750', 'MG1', "+1303555014'--", '+1303\r\n5550142'],
      authToken: ['t\0', '\ud800', 't'.repeat(1_025), 7, ['t']],
      kinds: [['composed'], ['__proto__'], 'decision', Array(99).fill('decision'), null],
    })
    return inTurn(wrong, (one) =>
      attacker.send('PUT', settingsPath, { cookie, json: { ...settings, ...one } }),
    )
  }),
  attempt(
    'Y02',
    'texts that are none, to no one, to who never agreed, and to strange numbers',
    [400, 404, 409],
    async (attacker) => {
      const cookie = await confirmAdmin(attacker)
      const userId = await findId(attacker, attacker.portal.people.partner)
      const drafts = [
        ...[...strangeTexts, 'x'.repeat(460)].map((body) => ({ userId, body })),
        ...[0, -1, 1.5, '1', null, 2_147_483_647, 2_147_483_648, userId].map((one) => ({
          userId: one,
          body: 'Please call us.',
        })),
      ]
      const numbers = ['', '911', '+44 20 7183 8750', '(303) 555-0142\r\nx', null, ['3035550142']]
      return [
        ...(await inTurn(drafts, (json) =>
          attacker.send('POST', '/api/admin/texts', { cookie, json }),
        )),
        ...(await inTurn(numbers, (to) =>
          attacker.send('POST', `${settingsPath}/send-test`, { cookie, json: { to } }),
        )),
        ...(await inTurn(impossibleIds, (id) =>
          attacker.send('POST', `/api/admin/texts/${id}/cancel`, { cookie }),
        )),
      ]
    },
  ),
  attempt('W07', 'calls of a provider while none is connected', [404], (attacker) => {
    const form = { From: '+13035550100', Body: 'STOP', MessageSid: 'SM1' }
    const forged = sign('', attacker.portal.origin + incoming, form)
    return inTurn(['', forged], (signature) => call(attacker, incoming, { form, signature }))
  }),
  storing('Y03', 'forged and altered calls of the provider', [403, 413], (attacker) =>
    whileConnected(attacker, async (authToken) => {
      const { origin } = attacker.portal
      const form = { From: '+13035550199', Body: 'STOP', MessageSid: `SM${randomInt(1e9)}` }
      const signature = sign(authToken, origin + incoming, form)
      const forged = [
        '',
        'x',
        signature.toLowerCase(),
        signature.repeat(100),
        `${signature} `.repeat(2),
        '\u00ff'.repeat(28),
        '__proto__',
        sign('', origin + incoming, form),
        sign(authToken, `${origin}/sms/status/1`, form),
        sign(authToken, `http://evil.example${incoming}`, form),
      ]
      const altered = [
        { ...form, Body: 'START' },
        { ...form, From: '+13035550100' },
        { ...form, Extra: 'x' },
        { From: form.From, Body: form.Body },
      ]
      return [
        ...(await inTurn(forged, (one) => call(attacker, incoming, { form, signature: one }))),
        ...(await inTurn(altered, (one) => call(attacker, incoming, { form: one, signature }))),
        await call(attacker, `${incoming}?x=1`, { form, signature }),
        await call(attacker, '/sms/status/1', { form, signature }),
        await call(attacker, incoming, { form: { Body: 'x'.repeat(20_000) }, signature }),
      ]
    }),
  ),
  storing('Y05', 'forms that cost much to read', [403, 413], (attacker) =>
    whileConnected(attacker, (authToken) => {
      const url = attacker.portal.origin + incoming
      const signature = sign(authToken, url, {})
      const forms = [
        ...[50, 101, 4_000].map((count) => Array.from({ length: count }, (_, at) => `${at}=`)),
        ...['a', '&', '=', '%', '%00', '+'].map((one) => [one.repeat(8_192 / one.length)]),
        ['Body=', '%F0%9F%98%80'.repeat(700)],
      ].map((fields) => fields.join('&'))
      return inTurn(
        [...forms, ...forms.map((form) => form.repeat(3)), 'x'.repeat(100_000)],
        (body) =>
          attacker.send('POST', incoming, {
            headers: {
              'Content-Type': 'application/x-www-form-urlencoded',
              'X-Twilio-Signature': signature,
            },
            body,
          }),
      )
    }),
  ),
  storing('Y04', 'signed calls with anything in their fields', [200, 204], (attacker) =>
    whileConnected(attacker, async (authToken) => {
      const { origin } = attacker.portal
      const { id } = await newPartner(attacker)
      const phone = `(720) 555-${randomInt(1_000, 9_999)}`
      await attacker.portal.query('update users set phone_number = $1 where id = $2', [phone, id])
      const From = `+1${phone.replaceAll(/\D/g, '')}`
      const bodies = [
        '<img src=x onerror=alert(1)>\r\nBcc: x@evil.example',
        "'; drop table messages --",
        'A\0B',
        '\ud83d\ude00'.repeat(600),
        '{{firstName}}',
        '',
      ]
      const forms = [
        ...bodies.map((Body) => ({ From, Body })),
        ...['', '+1', From.slice(1), '+13\x0003', '*'.repeat(300)].map((one) => ({
          From: one,
          Body: 'STOP',
        })),
      ].map((form, at) => ({ ...form, MessageSid: `SM${at}${randomInt(1e9)}` }))
      const send = (path: string, form: Record<string, string>) =>
        call(attacker, path, { form, signature: sign(authToken, origin + path, form) })
      const answers = [
        ...(await inTurn(forms, (form) => send(incoming, form))),
        await send(incoming, { From, Body: 'STOP', MessageSid: 'SM\0' }),
        ...(await inTurn(['0', '1e9', '2147483648', '__proto__', '1%00'], (textId) =>
          send(`/sms/status/${textId}`, { MessageSid: 'SM1', MessageStatus: 'delivered' }),
        )),
        ...(await inTurn(['queued', '__proto__', 'sent', 'sent\0'], (MessageStatus) =>
          send('/sms/status/1', { MessageSid: 'SM1\0', MessageStatus, ErrorCode: '<b>' }),
        )),
      ]
      const rows = await attacker.portal.query<{ message: string }>(
        'select message from messages where user_id = $1 order by id',
        [id],
      )
      assert.equal(rows.length, bodies.length - 1)
      await attacker.portal.query('delete from messages where user_id = $1', [id])
      return answers
    }),
  ),
]
