import { describe, expect, it } from 'vitest'
import { currentTexts, type ConsentState } from '@shared/consents'
import { startTextingApp } from '@tests/support/portal/texting-app'
import { createCtx } from '../../ctx'
import { portalItself } from '../audit/record-event'
import { hearText } from './hear-text'

const { app, admin, provider, buildReader, sendLast, write } = await startTextingApp()

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

describe('a consent to texts', () => {
  it('is for a number: after a change it is asked anew, and both pages say so', async () => {
    const reader = await buildReader()
    expect(await statesOf(reader)).toEqual(both(true, false))
    await changePhone(reader, '(303) 555-0177')
    expect(await statesOf(reader)).toEqual(both(false, true))
    await write(reader.id).expect(409)
    expect((await admin.get('/api/admin/sms').expect(200)).body.agreed).toBe(0)
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
