import { beforeEach, describe, expect, it } from 'vitest'
import { startTextingApp } from '@tests/support/portal/texting-app'
import { eventsOf } from '@tests/support/portal/audit-events'

const { app, admin, buildReader, consentOf, hear, sendLast, write, provider, settings } =
  await startTextingApp()

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

const { authToken } = settings
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
  })
})
