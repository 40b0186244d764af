import { describe, expect, it } from 'vitest'
import { sides, type Side } from '@shared/matches'
import { logIn, visit } from '@tests/support/portal/agents'
import { startIntroductions, type MatchStage } from '@tests/support/portal/mailed-introductions'

const { app, admin, mailbox, introduce, arrivedAt, sendAll, sendDue } = await startIntroductions()

type Built = Awaited<ReturnType<typeof introduce>>
const phoneNumber = '(720) 555-0177'

async function changePhoneOf({ partner, entrepreneur }: Built, side: Side) {
  if (side === 'entrepreneur') {
    const path = `/api/admin/entrepreneurs/${entrepreneur.id}`
    await admin.patch(path).send({ phoneNumber }).expect(200)
    return
  }
  const { firstName, lastName, password: currentPassword } = partner
  const details = { firstName, lastName, phoneNumber, currentPassword }
  await (await logIn(app, partner)).patch('/api/user').send(details).expect(200)
}

const showContacts = ({ token }: Built, phoneEnd: string) =>
  visit(app)
    .post('/api/meeting/contacts')
    .set({ Authorization: `Bearer ${token}` })
    .send({ phoneEnd })

const stages: MatchStage[] = [
  'asked',
  'answered',
  'booked',
  'met',
  'accepted',
  'succeeded',
  'ended',
]

describe.each(sides)('a changed phone of a %s', (side) => {
  it.each(stages)('while it is %s mails nothing, and is read where contacts are', async (stage) => {
    const built = await introduce(stage, side)
    const before = [built.partner, built.entrepreneur].map(({ email }) => arrivedAt(email).length)
    await changePhoneOf(built, side)
    await sendAll()
    const after = [built.partner, built.entrepreneur].map(({ email }) => arrivedAt(email).length)
    expect(after).toEqual(before)
    // The link stays, and the digits are those of the phone on file.
    const digits = side === 'entrepreneur' ? '0177' : '0142'
    if (side === 'entrepreneur') await showContacts(built, '0142').expect(400)
    const { body } = await showContacts(built, digits).expect(200)
    const { contacts } = await built.partners.read()
    const read = side === 'partner' ? body.contacts : contacts
    expect(read?.phoneNumber).toBe(stage === 'succeeded' ? phoneNumber : undefined)
  })
})

it.each(sides)('a letter that waits has the phone that a %s has now', async (side) => {
  const built = await introduce('accepted', 'partner')
  const reader = side === 'partner' ? built.entrepreneur : built.partner
  await mailbox.goDown()
  await built.guests.answer('accepted')
  await sendDue()
  await changePhoneOf(built, side)
  await mailbox.comeBack()
  await app.pool.query("update mails set next_attempt_at = now() where status = 'queued'")
  await sendDue()
  const letters = arrivedAt(reader.email).filter(({ subject }) =>
    subject.startsWith('It’s a match'),
  )
  expect(letters.map(({ text }) => text?.includes(phoneNumber))).toEqual([true])
})
