import { expect, it } from 'vitest'
import { userMarks } from '@shared/users'
import { ascending } from '@tests/support/portal/answers'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildUser, type BuiltUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { mails } from '../../db/schema/mail'
import { refusals } from '../mail/mail-failure'

const app = await startSharedApp()
const admin = await logInAdmin(app)

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** A mail of theirs that was refused for good half an hour ago. */
async function addMail({ id, email }: BuiltUser, overrides: Partial<typeof mails.$inferInsert>) {
  await app.db.insert(mails).values({
    messageId: crypto.randomUUID(),
    kind: 'welcome',
    recipient: email,
    subject: 'Welcome',
    status: 'failed',
    lastError: refusals.recipient,
    nextAttemptAt: minutesAgo(30),
    userId: id,
    ...overrides,
  })
}

async function buildBounced(overrides: Partial<typeof mails.$inferInsert> = {}) {
  const user = await buildUser(app)
  await addMail(user, overrides)
  return user
}

async function markedOf(...people: { id: number }[]) {
  const ids = people.map(({ id }) => id).join()
  const { body } = await admin.get('/api/admin/users/bounce-marks').query({ ids }).expect(200)
  return ascending(userMarks.parse(body).marked)
}

/** By the filter and by the overview, which leads to it. */
async function listed() {
  const { body } = await admin.get('/api/admin/users').query({ email: 'bounced' }).expect(200)
  const overview = await admin.get('/api/admin/overview').expect(200)
  expect(overview.body.bouncedEmails).toBe(body.length)
  return ascending(body.map(({ id }: { id: number }) => id))
}

it.each(['question', 'approved', 'refusal', 'meeting'] as const)(
  'marks whose email refused a letter that no choice turns off: %s',
  async (kind) => {
    const user = await buildBounced({ kind })
    expect(await markedOf(user)).toEqual([user.id])
    expect(await listed()).toEqual([user.id])
    await app.db.delete(mails)
  },
)

it('marks whose email refused what it was sent at sign-up, lists and counts them', async () => {
  const welcome = await buildBounced()
  const confirmation = await buildBounced({
    kind: 'email-confirmation',
    lastError: refusals.message,
  })
  await addMail(confirmation, {})
  const others = [
    await buildUser(app),
    await buildBounced({ status: 'queued' }),
    await buildBounced({ lastError: 'The mail server did not answer in time.' }),
    await buildBounced({ kind: 'payout' }),
    // Their email is another one by now.
    await buildBounced({ recipient: 'gone@partner.example' }),
  ]
  const all = [welcome, confirmation, ...others]
  expect(await markedOf(...all)).toEqual([welcome.id, confirmation.id])
  expect(await markedOf(...others)).toEqual([])
  expect(await listed()).toEqual([welcome.id, confirmation.id])
  await admin.get('/api/admin/users').query({ email: 'fine' }).expect(400)
  await app.db.delete(mails)
})

it('is over once a later mail was taken', async () => {
  const user = await buildBounced()
  const sent = { kind: 'composed', status: 'sent', lastError: null } as const
  await addMail(user, { ...sent, sentAt: minutesAgo(31) })
  await addMail(user, { ...sent, sentAt: minutesAgo(1), recipient: 'other@partner.example' })
  expect(await markedOf(user)).toEqual([user.id])
  await addMail(user, { ...sent, sentAt: minutesAgo(29) })
  expect(await markedOf(user)).toEqual([])
  expect(await listed()).toEqual([])
})

it('is over once the person has another email', async () => {
  const user = await buildBounced()
  const agent = await logIn(app, user)
  const newEmail = 'reached@partner.example'
  const wanted = { newEmail, currentPassword: user.password }
  await agent.post('/api/email-change').send(wanted).expect(200)
  expect(await listed()).toEqual([user.id])
  const change = admin.post(`/api/admin/users/${user.id}/email-change/confirm`)
  await change.send({ newEmail }).expect(200)
  expect(await markedOf(user)).toEqual([])
  expect(await listed()).toEqual([])
})
