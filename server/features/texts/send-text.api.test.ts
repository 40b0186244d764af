import { beforeAll, describe, expect, it } from 'vitest'
import { type ConsentState, currentTexts } from '@shared/consents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { rowsOf, setUpBulkRuns } from '@tests/support/portal/bulk-runs'
import { atHourInDenver, startTextingApp } from '@tests/support/portal/texting-app'
import { providerAnswers } from '@tests/support/portal/text-provider'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { noteOutage } from '../../db/outages'
import { sendText } from './send-text'
import { hearText } from './hear-text'

const { app, admin, provider, settings, buildReader, lastText, makeDue, sendLast, write } =
  await startTextingApp()
const { authToken } = settings

beforeAll(() =>
  app.pool.query(
    "insert into portal (place, data_keys, peppers) values ('here', '{}', '{}') on conflict do nothing",
  ),
)
const isOut = async () =>
  (await app.pool.query("select outages ? 'texts' as is from portal")).rows[0].is

const isOutAfter = async (answer: keyof typeof providerAnswers) => {
  provider.answerWith(providerAnswers[answer])
  await write((await buildReader()).id).expect(201)
  await sendLast()
  return isOut()
}

describe('a text', () => {
  it('is handed over once, with the token that no answer tells', async () => {
    const { id } = await buildReader()
    await write(id).expect(201)
    expect(await sendLast()).toMatchObject({ status: 'sent', attempts: 1, last_error: null })
    expect(await sendLast()).toMatchObject({ status: 'sent', attempts: 1 })
    expect(provider.taken.map((form) => [form.get('From'), form.get('Body')])).toEqual([
      ['+13035550142', 'Credit Partner Program: Please call us. Reply STOP to opt out.'],
    ])
    const { body } = await admin.get('/api/admin/settings/texts').expect(200)
    expect(JSON.stringify(body)).not.toContain(authToken)
    const { rows } = await app.pool.query('select sealed_token from text_settings')
    expect(rows[0].sealed_token).not.toContain(authToken)
  })

  it('goes to no one who did not agree, also when they withdrew since', async () => {
    const [silent, willing] = [await buildReader({ agrees: false }), await buildReader()]
    await write(silent.id).expect(409)
    await write(willing.id).expect(201)
    await willing.agent.post('/api/consents/texts').send({ isGiven: false }).expect(200)
    expect(await sendLast()).toMatchObject({
      status: 'cancelled',
      last_error: 'They didn’t agree to text messages.',
    })
    expect(provider.taken).toEqual([])
  })

  it('goes to no one who is closing their account', async () => {
    const { id } = await buildReader()
    await write(id).expect(201)
    await app.pool.query("update users set closes_at = now() + interval '7 days' where id = $1", [
      id,
    ])
    expect(await sendLast()).toMatchObject({ status: 'cancelled' })
  })

  it.each(['+45 30 35 55 01', '0045 30355501', '303 155 0142'])(
    'goes to no one at %s, and not to the number of before',
    async (phoneNumber) => {
      const { id } = await buildReader()
      const move = 'update users set phone_number = $2 where id = $1'
      await write(id).expect(201)
      await app.pool.query(move, [id, phoneNumber])
      expect(await sendLast()).toMatchObject({
        status: 'cancelled',
        last_error: 'Their phone number isn’t a US number.',
      })
      await write(id).expect(409)
      expect(provider.taken).toEqual([])
    },
  )

  it('does not follow someone to another number', async () => {
    const { id } = await buildReader()
    await write(id).expect(201)
    await app.pool.query("update users set phone_number = '(212) 555-0123' where id = $1", [id])
    expect(await sendLast()).toMatchObject({
      status: 'cancelled',
      last_error: 'Their phone number has changed since it was queued.',
    })
    expect(provider.taken).toEqual([])
  })

  it('says apart that the token can’t be opened, and that no provider is connected', async () => {
    const { id } = await buildReader()
    await write(id).expect(201)
    await app.pool.query("update text_settings set sealed_token = 'v1.other.x'")
    expect(await sendLast()).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('The stored auth token can’t be opened.'),
    })
    await admin
      .post('/api/admin/settings/texts/send-test')
      .send({ to: '(303) 555-0199' })
      .expect(400)
    await write(id).expect(201)
    await app.pool.query('delete from text_settings')
    expect(await sendLast()).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('No text message provider is connected.'),
    })
    await write(id).expect(409)
  })

  it.each([null, 'Etc/Unknown', 'UTC', 'Asia/Kolkata', 'America/New_York'])(
    'waits for the morning, and is not sent once it is old: %s',
    async (zone) => {
      const { id } = await buildReader()
      await app.pool.query('update users set time_zone = $2 where id = $1', [id, zone])
      await write(id).expect(201)
      const { id: textId } = await lastText()
      // 10 PM in Denver is the next morning in Kolkata, 5 AM in London.
      const sendAtNight = async () => {
        await makeDue()
        await atHourInDenver(22, () => sendText(createCtx(app, portalItself), textId))
      }
      await sendAtNight()
      expect(await lastText()).toMatchObject({ status: 'queued', attempts: 0 })
      await app.pool.query("update texts set not_after = now() - interval '1 day'")
      await sendAtNight()
      expect(await lastText()).toMatchObject({
        status: 'cancelled',
        last_error: 'It could no longer be sent in time.',
      })
      expect(provider.taken).toEqual([])
    },
  )

  it.each([
    ['after', '1 hour', 'sent'],
    ['before', '0 hours', 'cancelled'],
  ])(
    'that began %s it leaves the tenth of a day alone, of two at once',
    async (_order, expiry, status) => {
      const reader = await buildReader()
      for (let count = 0; count < 9; count += 1) {
        await write(reader.id).expect(201)
        expect((await sendLast()).status).toBe('sent')
      }
      await write(reader.id).expect(201)
      await app.pool.query(
        `update texts set status = 'sending', next_attempt_at = now() + $1::interval where status = 'queued'`,
        [expiry],
      )
      await write(reader.id).expect(201)
      expect((await sendLast()).status).toBe(status)
    },
  )

  it('is one of ten to a number within a day, whoever they are for', async () => {
    const [reader, other] = [await buildReader(), await buildReader()]
    await app.pool.query('update users set phone_number = $2 where id = $1', [
      other.id,
      reader.phoneNumber,
    ])
    const consent = { isGiven: true, textVersion: currentTexts.texts }
    await other.agent.post('/api/consents/texts').send(consent).expect(200)
    const outcomes: string[] = []
    for (let count = 0; count < 12; count += 1) {
      await write(count % 2 ? reader.id : other.id).expect(201)
      outcomes.push((await sendLast()).status)
    }
    expect(outcomes).toEqual([...Array(10).fill('sent'), 'cancelled', 'cancelled'])
    expect(provider.taken).toHaveLength(10)
    expect(await lastText()).toMatchObject({
      last_error: 'This number already got 10 texts within a day.',
    })
    await write((await buildReader()).id).expect(201)
    expect(await sendLast()).toMatchObject({ status: 'sent' })
    await app.pool.query("update texts set sent_at = sent_at - interval '1 day'")
    await write(reader.id).expect(201)
    expect(await sendLast()).toMatchObject({ status: 'sent' })
  })

  it.each([
    ['isBusy', 'queued', 'The provider is busy.', true],
    ['fails', 'failed', 'The provider failed (500). It may have been sent.', false],
    ['breaksOff', 'failed', 'The provider didn’t answer. It may have been sent.', false],
    ['knowsNoLogin', 'failed', expect.stringContaining('didn’t recognize the account SID'), true],
    ['refuses', 'failed', 'This number can’t get texts. Please ask them for another one.', false],
    ['knowsOptOut', 'failed', 'They replied STOP to the provider.', false],
  ] as const)('when the provider %s is %s', async (does, status, reason, stopsAll) => {
    const { id, agent } = await buildReader()
    await write(id).expect(201)
    provider.answerWith(providerAnswers[does])
    expect(await sendLast()).toMatchObject({ status, last_error: reason })
    expect(await isOut()).toBe(stopsAll)
    provider.answerWith(providerAnswers.takes)
    await sendLast()
    expect(provider.taken).toHaveLength(does === 'isBusy' ? 2 : 1)
    const { body } = await agent.get('/api/consents').expect(200)
    const texts = body.find(({ kind }: { kind: string }) => kind === 'texts')
    expect(texts.isGiven).toBe(does !== 'knowsOptOut')
    await write((await buildReader()).id).expect(201)
    await sendLast()
    expect(await isOut()).toBe(false)
  })

  it.each(['fails', 'breaksOff'] as const)(
    'shows that texts don’t go out when the provider %s twice in a row',
    async (does) => {
      const found: boolean[] = []
      for (const answer of [does, 'takes', does, does, 'takes'] as const)
        found.push(await isOutAfter(answer))
      expect(found).toEqual([false, false, false, true, false])
    },
  )

  it('that failed in the evening is not overdue at night', async () => {
    await write((await buildReader()).id).expect(201)
    provider.answerWith(providerAnswers.isBusy)
    await sendLast()
    await app.pool.query("update texts set due_at = now() - interval '2 hours'")
    const { id } = await lastText()
    await makeDue()
    await atHourInDenver(22, () => sendText(createCtx(app, portalItself), id))
    const text = await lastText()
    expect(text).toMatchObject({ status: 'queued', attempts: 1, due_at: text.next_attempt_at })
  })

  it('that is a test shows whether texts go out; another provider is not away', async () => {
    const sendTest = () =>
      admin.post('/api/admin/settings/texts/send-test').send({ to: '(303) 555-0199' }).expect(200)
    provider.answerWith(providerAnswers.knowsNoLogin)
    await sendTest()
    expect(await isOut()).toBe(true)
    provider.answerWith(providerAnswers.takes)
    await sendTest()
    expect(await isOut()).toBe(false)
    await noteOutage(app.db, 'texts')
    await admin.put('/api/admin/settings/texts').send(settings).expect(200)
    expect(await isOut()).toBe(false)
  })

  it('that was being handed over when the process ended is not tried again', async () => {
    const { id } = await buildReader()
    await write(id).expect(201)
    const interrupt = (seconds: number) =>
      app.pool.query(
        "update texts set status = 'sending', next_attempt_at = now() + make_interval(secs => $1)",
        [seconds],
      )
    await interrupt(60)
    expect(await sendLast()).toMatchObject({ status: 'sending' })
    const { rows } = await app.pool.query(
      `select job.run_at - text.next_attempt_at <= interval '1 millisecond' as "isThen" from graphile_worker.jobs job, texts text
       where job.key = 'text:' || text.id`,
    )
    expect(rows).toEqual([{ isThen: true }])
    await interrupt(-1)
    expect(await sendLast()).toMatchObject({ status: 'failed' })
    expect(provider.taken).toEqual([])
  })

  it('that waits can be canceled, and one that was sent cannot', async () => {
    const { id } = await buildReader()
    const { body } = await write(id).expect(201)
    await admin.post(`/api/admin/texts/${body.id}/cancel`).expect(200)
    await admin.post(`/api/admin/texts/${body.id}/cancel`).expect(409)
    expect(await sendLast()).toMatchObject({ status: 'cancelled' })
    const { body: listed } = await admin.get('/api/admin/texts?status=cancelled').expect(200)
    expect(listed).toMatchObject([{ id: body.id, person: { id }, status: 'cancelled' }])
    const events = await eventsOf(app, `user:${id}`)
    expect(events.filter(({ action }) => action.startsWith('text.'))).toMatchObject([
      { action: 'text.composed', details: { text: body.id } },
      { action: 'text.cancelled', details: { text: body.id } },
    ])
    await write(2_000_000_000).expect(404)
  })
})

const decide = (id: number, status: string) =>
  admin.patch(`/api/admin/users/${id}/status`).send({ status }).expect(200)

describe('a decision', () => {
  it('is news, a minute later, once, and without a name', async () => {
    const { id } = await buildReader()
    await decide(id, 'approved')
    await decide(id, 'rejected')
    const { rows } = await app.pool.query('select status from texts order by id')
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'queued'])
    await sendLast()
    expect(provider.taken[0]?.get('Body')).toBe(
      `Credit Partner Program: There is news about your application. Log in to see it: ${app.origin}/dashboard Reply STOP to opt out.`,
    )
  })

  it('is not sent once the decision is undone', async () => {
    const { id } = await buildReader()
    const { body } = await decide(id, 'approved')
    await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
    expect(await sendLast()).toMatchObject({ status: 'cancelled' })
    expect(provider.taken).toEqual([])
  })

  it.each([
    ['1 hour', 'queued'],
    ['-1 second', 'cancelled'],
  ])('undone, leaves the text before it, which may wait another %s, %s', async (span, before) => {
    const { id } = await buildReader()
    await decide(id, 'approved')
    await app.pool.query('update texts set not_after = now() + $1::interval', [span])
    const { body } = await decide(id, 'rejected')
    await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
    const { rows } = await app.pool.query('select status from texts order by id')
    expect(rows.map(({ status }) => status)).toEqual([before, 'cancelled'])
  })

  it('that was texted is undone only after a question', async () => {
    const { id } = await buildReader()
    const { body } = await decide(id, 'approved')
    await sendLast()
    const path = `/api/admin/decisions/${body.decisionId}/undo`
    await admin.post(`${path}?ifUntold=true`).expect(409, /was already texted about this/)
    await admin.post(path).expect(200)
    const { start, work } = setUpBulkRuns(app, admin)
    const run = await start({ action: 'approve', selection: rowsOf([{ id, status: 'pending' }]) })
    await work(run.id)
    await sendLast()
    const undoRun = `/api/admin/bulk-runs/${run.id}/undo?ifUntold=true`
    await admin.post(undoRun).expect(409, /One person was already texted/)
  })

  it('sends no text while the event is switched off', async () => {
    await admin
      .put('/api/admin/settings/texts')
      .send({ ...settings, authToken: 'UNCHANGED', kinds: [] })
      .expect(200)
    const { id } = await buildReader()
    await decide(id, 'approved')
    expect(await lastText()).toBeUndefined()
  })
})

type Reader = Awaited<ReturnType<typeof buildReader>>

const changePhone = ({ agent, firstName, lastName, password }: Reader, phoneNumber: string) =>
  agent
    .patch('/api/user')
    .send({ firstName, lastName, phoneNumber, currentPassword: password })
    .expect(200)

/** What the account page and the administrator's page say of texts. */
async function statesOf({ id, agent }: Reader) {
  const pages = [
    await agent.get('/api/consents').expect(200),
    await admin.get(`/api/admin/users/${id}/consents`).expect(200),
  ]
  return pages.map(({ body }) => {
    const states: ConsentState[] = body
    const texts = states.find(({ kind }) => kind === 'texts')
    return texts && [texts.isGiven, texts.isForOtherNumber]
  })
}

const both = (...state: [isGiven: boolean, isForOtherNumber: boolean]) => [state, state]

const agree = ({ agent }: Reader) =>
  agent
    .post('/api/consents/texts')
    .send({ isGiven: true, textVersion: currentTexts.texts })
    .expect(200)

const hear = (from: string, body: string) =>
  hearText(createCtx(app, portalItself), {
    from,
    body,
    providerId: `SM${from}${body}`,
    optOutType: null,
    hasPicture: false,
  })

const countAgreed = async () => (await admin.get('/api/admin/sms').expect(200)).body.agreed

describe('a consent to texts', () => {
  it('is for a number: after a change it is asked anew, and both pages say so', async () => {
    const agreedBefore = await countAgreed()
    const reader = await buildReader()
    expect(await statesOf(reader)).toEqual(both(true, false))
    await changePhone(reader, '(303) 555-0177')
    expect(await statesOf(reader)).toEqual(both(false, true))
    await write(reader.id).expect(409)
    expect(await countAgreed()).toBe(agreedBefore)
    await agree(reader)
    expect(await statesOf(reader)).toEqual(both(true, false))
    await write(reader.id).expect(201)
    await sendLast()
    expect(provider.taken.splice(0).map((form) => form.get('To'))).toEqual(['+13035550177'])
  })

  it('is taken back by STOP from that number, which they no longer have, and not one for another', async () => {
    const [before, renewed] = [await buildReader(), await buildReader()]
    for (const reader of [before, renewed]) await changePhone(reader, '(303) 555-0178')
    await agree(renewed)
    for (const { phoneNumber } of [before, renewed]) await hear(`+1${phoneNumber}`, 'STOP')
    expect(await statesOf(before)).toEqual(both(false, false))
    expect(await statesOf(renewed)).toEqual(both(true, false))
    await changePhone(before, before.phoneNumber)
    expect(await statesOf(before)).toEqual(both(false, false))
  })

  it('stays when the same number is written in another way', async () => {
    const reader = await buildReader()
    await changePhone(reader, '303.555.0178')
    await agree(reader)
    await changePhone(reader, '+1 (303) 555-0178')
    expect(await statesOf(reader)).toEqual(both(true, false))
  })

  it('sends no text to either number that was queued before the change', async () => {
    const reader = await buildReader()
    await write(reader.id).expect(201)
    await changePhone(reader, '(303) 555-0179')
    expect(await sendLast()).toMatchObject({ status: 'cancelled' })
    expect(provider.taken).toEqual([])
  })

  it('comes back with the number that it is for, unless it was withdrawn since', async () => {
    const reader = await buildReader()
    const [first, second] = ['(303) 555-0180', '(303) 555-0181']
    await changePhone(reader, first)
    await agree(reader)
    await changePhone(reader, second)
    await changePhone(reader, first)
    expect(await statesOf(reader)).toEqual(both(true, false))
    await changePhone(reader, second)
    await reader.agent.post('/api/consents/texts').send({ isGiven: false }).expect(200)
    await changePhone(reader, first)
    expect(await statesOf(reader)).toEqual(both(false, false))
  })

  it('is neither given nor kept by replies from a number that nobody agreed for', async () => {
    const reader = await buildReader()
    await changePhone(reader, '(303) 555-0182')
    await hear('+13035550182', 'START')
    expect(await statesOf(reader)).toEqual(both(false, true))
    await hear('+13035550182', 'STOP')
    await hear('+13035550182', 'START again')
    await hear('+13035550182', 'UNSTOP')
    expect(await statesOf(reader)).toEqual(both(false, false))
  })

  it('alone allows no contact by itself once its number is gone', async () => {
    const reader = await buildReader()
    const may = async () =>
      (await app.pool.query('select contact_consent as may from users where id = $1', [reader.id]))
        .rows[0].may
    expect(await may()).toBe(true)
    await changePhone(reader, '(303) 555-0183')
    expect(await may()).toBe(false)
  })
})
