import { once } from 'node:events'
import { request as openRequest } from 'node:http'
import request from 'supertest'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { visit } from '@tests/support/portal/agents'
import { countQueries } from '@tests/support/portal/shared-app'
import { providerAnswers } from '@tests/support/portal/text-provider'
import { startTextingApp } from '@tests/support/portal/texting-app'
import { buildLimits } from '@tests/support/portal/limits'
import { eventsOf } from '@tests/support/portal/audit-events'
import { createApp } from '../../app'
import { signCall } from './twilio'

const { app, admin, provider, settings, buildReader, lastText, sendLast, write, ...calls } =
  await startTextingApp()
const { authToken } = settings
const { call, hear, consentOf } = calls

describe('the provider’s calls', () => {
  it.each(['STOP', ' stop. ', 'Unsubscribe', 'OPT OUT'])('hear %s', async (word) => {
    const reader = await buildReader()
    await write(reader.id).expect(201)
    const answer = await hear(reader.phoneNumber, word).expect(200)
    expect(answer.text).toBe('<Response/>')
    expect(await consentOf(reader)).toMatchObject({ isGiven: false, source: 'reply' })
    expect(await lastText()).toMatchObject({ status: 'cancelled' })
  })

  it('record START after a STOP as consent by reply, in the words agreed to before, and nothing else', async () => {
    const [one, other] = [await buildReader(), await buildReader()]
    await hear(one.phoneNumber, 'STOP').expect(200)
    await hear(one.phoneNumber, 'START').expect(200)
    expect(await consentOf(one)).toMatchObject({ isGiven: true, source: 'reply' })
    await other.agent.post('/api/consents/texts').send({ isGiven: false }).expect(200)
    await hear(other.phoneNumber, 'START').expect(200)
    expect(await consentOf(other)).toMatchObject({ isGiven: false, source: 'account' })
  })

  it('record START for those alone who had agreed to texts at this number, and say so in the trail', async () => {
    const [one, other] = [await buildReader(), await buildReader({ agrees: false })]
    const sameNumber = 'update users set phone_number = $1 where id = $2'
    await app.pool.query(sameNumber, [one.phoneNumber, other.id])
    for (const word of ['STOP', 'START']) await hear(one.phoneNumber, word).expect(200)
    expect(await consentOf(one)).toMatchObject({ isGiven: true })
    expect(await consentOf(other)).toMatchObject({ isGiven: false })
    const heard = async ({ id }: { id: number }) =>
      (await eventsOf(app, `user:${id}`))
        .filter(({ action }) => action === 'text.stop-heard')
        .map(({ details }) => details)
    expect(await heard(one)).toEqual([{ said: 'STOP' }, { said: 'START' }])
    expect(await heard(other)).toEqual([{ said: 'STOP' }])
  })

  it('are answered whatever is in their fields', async () => {
    const strange = { MessageSid: 'SM\0', ErrorCode: '\0' }
    await call('/sms/incoming', { ...strange, From: '+1303\0', Body: 'STOP' }).expect(200)
    await call('/sms/status/1', { ...strange, MessageStatus: 'sent' }).expect(204)
    await call('/sms/incoming', { Body: 'x'.repeat(25 * 1024) }).expect(413)
  })

  it('are refused without the provider’s signature', async () => {
    const reader = await buildReader()
    const fields = { From: `+1${reader.phoneNumber}`, Body: 'STOP', MessageSid: 'SM1' }
    await call('/sms/incoming', fields, 'another token').expect(403)
    await visit(app).post('/sms/incoming').type('form').send(fields).expect(403)
    expect(await consentOf(reader)).toMatchObject({ isGiven: true })
  })

  it('tell the outcome of a text, in whatever order they come', async () => {
    const { id } = await buildReader()
    await write(id).expect(201)
    const text = await sendLast()
    await write(id).expect(201)
    await app.pool.query("update texts set status = 'sending' where status = 'queued'")
    const tell = (status: string) =>
      call(`/sms/status/${text.id}`, {
        MessageSid: text.provider_id,
        MessageStatus: status,
        ErrorCode: '30007',
      })
    for (const status of ['delivered', 'sent', 'queued', 'sending']) await tell(status).expect(204)
    const { rows } = await app.pool.query('select status, last_error from texts order by id')
    expect(rows).toEqual([
      { status: 'delivered', last_error: null },
      // It is leaving, and the provider has not named it yet.
      { status: 'sending', last_error: null },
    ])
  })

  it('count once, however often they come', async () => {
    const reader = await buildReader()
    for (const [word, sid] of [
      ['STOP', 'SM-stop'],
      ['START', 'SM-start'],
      ['STOP', 'SM-stop'],
    ] as const)
      await hear(reader.phoneNumber, word, sid).expect(200)
    expect(await consentOf(reader)).toMatchObject({ isGiven: true })
    await hear(reader.phoneNumber, 'STOP', 'SM-again').expect(200)
    await hear(reader.phoneNumber, 'START', 'SM-start').expect(200)
    expect(await consentOf(reader)).toMatchObject({ isGiven: false })
  })

  it('cancel by STOP what is queued for the number, also of someone who has another now', async () => {
    const reader = await buildReader()
    await write(reader.id).expect(201)
    await app.pool.query("update users set phone_number = '(212) 555-0123' where id = $1", [
      reader.id,
    ])
    await hear(reader.phoneNumber, 'STOP').expect(200)
    expect(await lastText()).toMatchObject({ status: 'cancelled' })
    expect(await consentOf(reader)).toMatchObject({ isGiven: false, source: 'reply' })
  })

  it('withdraw by STOP the consent of everyone with the number, however many', async () => {
    const readers = []
    for (let count = 0; count < 22; count += 1) readers.push(await buildReader())
    await app.pool.query('update users set phone_number = $2 where id = any($1)', [
      readers.map(({ id }) => id),
      '(646) 555-0123',
    ])
    await hear('6465550123', 'STOP').expect(200)
    for (const reader of readers)
      expect(await consentOf(reader)).toMatchObject({ isGiven: false, source: 'reply' })
  })

  it('are not counted, whereas those of others are, before any work', async () => {
    const limits = buildLimits(app, 0.01)
    const portal = request(createApp({ ...app, limits }))
    const path = '/sms/incoming'
    const form = new URLSearchParams({ From: '+13035559999', Body: 'STOP', MessageSid: 'SM-many' })
    const send = (signature: string) =>
      portal.post(path).type('form').set('X-Twilio-Signature', signature).send(form.toString())
    const signature = signCall(authToken, `${app.origin}${path}`, form)
    for (let count = 0; count < 9; count += 1) await send(signature).expect(200)
    for (let count = 0; count < 6; count += 1) await send('forged').expect(403)
    const counted = countQueries(app)
    await send('forged').expect(429)
    await send('forged')
      .send(`Body=${'x'.repeat(8_000)}`)
      .expect(429)
    expect(counted()).toBe(0)
  })

  it.each(['я', '界', '👩'])(
    'bring the longest text there is, of %s, beside ten pictures',
    async (letter) => {
      const reader = await buildReader()
      const pictures = Array.from({ length: 10 }, (_each, index) => [
        [`MediaUrl${index}`, `https://api.provider.example/${'x'.repeat(200)}`],
        [`MediaContentType${index}`, 'image/jpeg'],
      ]).flat()
      const words = letter.repeat(1_600)
      const fields = {
        From: `+1${reader.phoneNumber}`,
        Body: words,
        MessageSid: `SM${letter}`,
        NumMedia: '10',
      }
      await call('/sms/incoming', { ...fields, ...Object.fromEntries(pictures) }).expect(200)
      const { rows } = await app.pool.query('select message from messages order by id desc limit 1')
      expect(rows[0].message).toContain(words)
    },
  )

  it.each([
    ['100 fields', '1=&'.repeat(96), 200],
    ['101 fields', '1=&'.repeat(97), 413],
    ['4,000 fields', '&'.repeat(4_000), 413],
  ])('are taken with 100 fields at most: %s', async (_what, more, status) => {
    const path = '/sms/incoming'
    const sent = `${more}From=%2B13035559999&Body=Hi&MessageSid=SM${more.length}&AccountSid=AC`
    const signature = signCall(authToken, app.origin + path, new URLSearchParams(sent))
    const answer = visit(app).post(path).type('form').set('X-Twilio-Signature', signature)
    await answer.send(sent).expect(status)
  })

  it.each([{ 'Content-Length': 24_577 }, { 'Transfer-Encoding': 'chunked' }])(
    'are refused unread beyond 24 kB: %o',
    async (length) => {
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', ...length }
      const long = openRequest(`${app.url}/sms/incoming`, { method: 'POST', headers })
      long.on('error', () => undefined)
      // Its end never comes.
      if ('Transfer-Encoding' in length) long.write('x'.repeat(24_577))
      else long.flushHeaders()
      const [answer] = await once(long, 'response')
      expect(answer.statusCode).toBe(413)
      long.destroy()
    },
  )

  it('prove that a text was sent whose fate was unknown, unless they are about another', async () => {
    const { id } = await buildReader()
    await write(id).expect(201)
    provider.answerWith(providerAnswers.fails)
    const text = await sendLast()
    expect(text).toMatchObject({ status: 'failed', provider_id: null, sent_at: null })
    const tell = (sid: string, status: string) =>
      call(`/sms/status/${text.id}`, { MessageSid: sid, MessageStatus: status }).expect(204)
    await tell('SM-one', 'sent')
    expect(await lastText()).toMatchObject({
      status: 'sent',
      last_error: null,
      provider_id: 'SM-one',
      sent_at: expect.any(Date),
    })
    await tell('SM-other', 'delivered')
    expect(await lastText()).toMatchObject({ status: 'sent', provider_id: 'SM-one' })
    await tell('SM-one', 'undelivered')
    expect(await lastText()).toMatchObject({ status: 'undelivered', provider_id: 'SM-one' })
  })

  it('that come before the answer leave what they say', async () => {
    const { id } = await buildReader()
    const { body } = await write(id).expect(201)
    provider.answerWith((res) => {
      const about = { MessageSid: 'SM-early', MessageStatus: 'undelivered', ErrorCode: '30007' }
      void call(`/sms/status/${body.id}`, about).then(() => providerAnswers.takes(res))
    })
    await sendLast()
    expect(await lastText()).toMatchObject({
      status: 'undelivered',
      last_error: expect.stringContaining('30007'),
    })
  })

  it('are cut off when their body trickles in', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': 500 }
    const slow = openRequest(`${app.url}/sms/incoming`, { method: 'POST', headers })
    const isCutOff = once(slow, 'error').then(() => true)
    slow.write('Body=STOP')
    // Once another call is answered, this one has been looked at.
    await call('/sms/incoming', { Body: 'Hi' }).expect(200)
    vi.advanceTimersByTime(60_000)
    expect(await isCutOff).toBe(true)
    // Silence ends a connection as well, later.
  }, 10_000)

  it('answer 404 while no provider is connected', async () => {
    await app.pool.query('delete from text_settings')
    await visit(app).post('/sms/incoming').type('form').send({ Body: 'STOP' }).expect(404)
  })
})

const hearWith = (more: Record<string, string>, from: string, body = '') =>
  hear(from, body, undefined, more).expect(200)

const move = ({ id }: { id: number }, phoneNumber: string) =>
  app.pool.query('update users set phone_number = $2 where id = $1', [id, phoneNumber])

async function listReplies() {
  const { body } = await admin.get('/api/admin/messages').expect(200)
  return body.filter(({ subject }: { subject: string }) => subject.includes('text'))
}

beforeEach(async () => {
  await app.pool.query('delete from messages')
})

describe('replies by text', () => {
  it('bring other words of someone we know to the messages, once', async () => {
    const reader = await buildReader()
    for (const sid of ['SM7', 'SM7']) await hear(reader.phoneNumber, 'Leave me alone', sid)
    await hear('2125550000', 'Who is this?', 'SM8').expect(200)
    expect(await listReplies()).toMatchObject([{ email: reader.email, message: 'Leave me alone' }])
  })

  it.each([
    ['of several people, whoever signed up last', false, false],
    ['of several people, also when one of them was texted', true, false],
    ['of someone else by now than who was texted', true, true],
  ])('file words under no account from a number %s', async (_what, isTexted, hasLeft) => {
    const [owner, stranger] = [await buildReader(), await buildReader()]
    const { phoneNumber } = owner
    if (isTexted) {
      await write(owner.id).expect(201)
      await sendLast()
    }
    await move(stranger, phoneNumber)
    if (hasLeft) await move(owner, '2125550123')
    await hear(phoneNumber, 'My code is 1234').expect(200)
    const [reply, ...more] = await listReplies()
    const shown = `(303) 555-${phoneNumber.slice(-4)}`
    expect([reply, more]).toMatchObject([
      { name: shown, email: null, message: 'My code is 1234' },
      [],
    ])
    await admin
      .post(`/api/admin/messages/${reply.id}/reply`)
      .send({ body: 'Thank you.' })
      .expect(409)
    const { rows } = await app.pool.query('select user_id from messages')
    expect(rows).toEqual([{ user_id: null }])
    const { rows: events } = await app.pool.query(
      'select actor_id from audit_events where object = $1',
      [`message:${reply.id}`],
    )
    expect(events).toEqual([{ actor_id: null }])
  })

  it('file words under the one person who has the number and was texted there', async () => {
    const reader = await buildReader()
    await write(reader.id).expect(201)
    await sendLast()
    await hear(reader.phoneNumber, 'Thanks').expect(200)
    expect(await listReplies()).toMatchObject([{ email: reader.email, message: 'Thanks' }])
  })

  const picture = 'Sent a picture, which can’t be received by text'

  it.each([
    ['', picture],
    ['Here it is', `Here it is\n\n${picture}`],
    ['STOP', picture],
  ])('say that a picture came with %j', async (words, message) => {
    const reader = await buildReader()
    await hearWith({ NumMedia: '2' }, reader.phoneNumber, words)
    expect(await listReplies()).toMatchObject([{ message }])
    expect(await consentOf(reader)).toMatchObject({ isGiven: words !== 'STOP' })
    await hearWith({ NumMedia: '0' }, reader.phoneNumber)
    expect(await listReplies()).toHaveLength(1)
  })

  it('mean what the provider takes them for, before our words', async () => {
    const reader = await buildReader()
    for (const [word, type, isGiven] of [
      ['ARRET', 'STOP', false],
      ['Oui', 'START', true],
      ['Basta', 'STOP', false],
      ['AYUDA', 'HELP', false],
      ['STOP', 'START', true],
      ['STOP', '', false],
    ] as const) {
      await hearWith({ OptOutType: type }, reader.phoneNumber, word)
      expect([word, (await consentOf(reader)).isGiven]).toEqual([word, isGiven])
    }
    expect(await listReplies()).toEqual([])
  })
})

const settingsPath = '/api/admin/settings/texts'

const put = (changes: object) => admin.put(settingsPath).send({ ...settings, ...changes })

describe('the settings', () => {
  it('keep the token for the same account only', async () => {
    await put({ authToken: 'UNCHANGED', sender: `MG${'2'.repeat(32)}` }).expect(200)
    const { body } = await put({
      authToken: 'UNCHANGED',
      accountSid: `AC${'3'.repeat(32)}`,
    }).expect(400)
    expect(body.errors).toHaveProperty('authToken')
  })

  it('are tried before they are saved', async () => {
    const { body } = await admin
      .post('/api/admin/settings/texts/test-connection')
      .send(settings)
      .expect(200)
    expect(body.success).toBe(true)
    const basic = Buffer.from(`${settings.accountSid}:${authToken}`).toString('base64')
    expect(provider.authorizations.at(-1)).toBe(`Basic ${basic}`)
    const sent = await admin
      .post('/api/admin/settings/texts/send-test')
      .send({ to: '(303) 555-0199' })
      .expect(200)
    expect(sent.body.success).toBe(true)
    expect(provider.taken[0]?.get('To')).toBe('+13035550199')
    const events = await eventsOf(app, 'settings:texts')
    expect(events.at(-1)).toMatchObject({ action: 'text.tested', details: { isAccepted: true } })
  })

  it('are gone after disconnecting, and the trail says so', async () => {
    const { body } = await admin.delete(settingsPath).expect(200)
    expect(body).toMatchObject({ provider: null, kinds: [] })
    const events = await eventsOf(app, 'settings:texts')
    expect(events.at(-1)).toMatchObject({
      action: 'settings.changed',
      details: { isConnected: false },
    })
    await admin.delete(settingsPath).expect(404)
    const test = { to: '(303) 555-0199' }
    await admin
      .post(`${settingsPath}/send-test`)
      .send(test)
      .expect(409, /save the settings first/)
    const noToken = { ...settings, authToken: 'UNCHANGED' }
    const refused = await admin.put(settingsPath).send(noToken).expect(400)
    expect(refused.body.errors).toHaveProperty('authToken')
    await admin.put(settingsPath).send(settings).expect(200)
    expect((await eventsOf(app, 'settings:texts')).at(-1)).toMatchObject({
      action: 'settings.changed',
      details: { accountSid: settings.accountSid, sender: settings.sender },
    })
  })
})
