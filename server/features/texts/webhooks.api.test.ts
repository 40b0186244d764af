import { describe, expect, it } from 'vitest'
import { visit } from '@tests/support/portal/agents'
import { startTextingApp } from '@tests/support/portal/texting-app'
import { signCall } from './twilio'

const { app, admin, settings, buildReader, lastText, sendLast, write } = await startTextingApp()
const { authToken } = settings

describe('the provider’s calls', () => {
  function call(path: string, fields: Record<string, string>, token = authToken) {
    const form = new URLSearchParams(fields)
    return visit(app)
      .post(path)
      .type('form')
      .set('X-Twilio-Signature', signCall(token, `${app.origin}${path}`, form))
      .send(form.toString())
  }
  const hear = (from: string, body: string, sid = 'SM1') =>
    call('/sms/incoming', { From: `+1${from}`, Body: body, MessageSid: sid })
  const consentOf = async ({ agent }: Awaited<ReturnType<typeof buildReader>>) => {
    const { body } = await agent.get('/api/consents').expect(200)
    return body.find(({ kind }: { kind: string }) => kind === 'texts')
  }

  it.each(['STOP', ' stop. ', 'Unsubscribe', 'OPT OUT'])('hear %s at once', async (word) => {
    const reader = await buildReader()
    await write(reader.id).expect(201)
    const answer = await hear(reader.phoneNumber, word).expect(200)
    expect(answer.text).toBe('<Response/>')
    expect(await consentOf(reader)).toMatchObject({ isGiven: false, source: 'reply' })
    expect(await lastText()).toMatchObject({ status: 'cancelled' })
  })

  it('hear START as taking back a STOP by reply, in the words agreed to before, and nothing else', async () => {
    const [one, other] = [await buildReader(), await buildReader()]
    await hear(one.phoneNumber, 'STOP').expect(200)
    await hear(one.phoneNumber, 'START').expect(200)
    expect(await consentOf(one)).toMatchObject({ isGiven: true, source: 'reply' })
    await other.agent.post('/api/consents/texts').send({ isGiven: false }).expect(200)
    await hear(other.phoneNumber, 'START').expect(200)
    expect(await consentOf(other)).toMatchObject({ isGiven: false, source: 'account' })
  })

  it('bring other words of someone we know to the messages, once', async () => {
    const reader = await buildReader()
    for (const sid of ['SM7', 'SM7']) await hear(reader.phoneNumber, 'Leave me alone', sid)
    await hear('2125550000', 'Who is this?', 'SM8').expect(200)
    const { body } = await admin.get('/api/admin/messages').expect(200)
    const replies = body.filter(({ subject }: { subject: string }) => subject.includes('text'))
    expect(replies).toMatchObject([{ email: reader.email, message: 'Leave me alone' }])
  })

  it('are refused without the provider’s signature', async () => {
    const reader = await buildReader()
    const fields = { From: `+1${reader.phoneNumber}`, Body: 'STOP', MessageSid: 'SM1' }
    await call('/sms/incoming', fields, 'another token').expect(403)
    await visit(app).post('/sms/incoming').type('form').send(fields).expect(403)
    expect(await consentOf(reader)).toMatchObject({ isGiven: true })
  })

  it('tell what became of a text, in whatever order they come', async () => {
    const { id } = await buildReader()
    await write(id).expect(201)
    const text = await sendLast()
    const tell = (status: string) =>
      call(`/sms/status/${text.id}`, {
        MessageSid: 'SM1',
        MessageStatus: status,
        ErrorCode: '30007',
      })
    for (const status of ['delivered', 'sent', 'queued', 'sending']) await tell(status).expect(204)
    expect(await lastText()).toMatchObject({ status: 'delivered', last_error: null })
  })

  it('answer 404 while no provider is connected', async () => {
    await app.pool.query('delete from text_settings')
    await visit(app).post('/sms/incoming').type('form').send({ Body: 'STOP' }).expect(404)
  })
})
