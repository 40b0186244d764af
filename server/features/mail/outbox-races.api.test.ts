import { expect, it } from 'vitest'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { ascending } from '@tests/support/portal/answers'
import { logIn } from '@tests/support/portal/agents'
import { eventually } from '@tests/support/portal/eventually'
import { buildUser } from '@tests/support/portal/factories'
import { meetAtLock } from '@tests/support/portal/meet-at-lock'
import { sendQueuedMail } from './send-queued-mail'

const { mailbox, app, admin } = await startMailingApp()

async function compose(): Promise<number> {
  const draft = { to: 'ada@partner.example', subject: 'Hello', body: 'Some words.' }
  return (await admin.post('/api/admin/emails').send(draft).expect(201)).body.id
}
const cancel = (id: number) => admin.post(`/api/admin/emails/${id}/cancel`).expect(200)
const row = async (id: number) =>
  (await app.pool.query('select * from mails where id = $1', [id])).rows[0]

it('a mail that is canceled while its server is silent stays as it was canceled', async () => {
  mailbox.behave('silent')
  const id = await compose()
  const attempt = sendQueuedMail({ ...app, mailId: id })
  await eventually(async () => expect((await row(id)).attempts).toBe(1))
  await cancel(id)
  const canceled = await row(id)
  await mailbox.goDown()
  await attempt
  await mailbox.comeBack()
  expect(await row(id)).toEqual(canceled)
})

it('a mail that is sent again by two at once leaves once', async () => {
  const id = await compose()
  await cancel(id)
  const lock = { statement: 'select 1 from mails where id = $1 for update', id }
  const answers = await meetAtLock(app, lock, () =>
    Promise.all([1, 2].map(() => admin.post(`/api/admin/emails/${id}/resend`))),
  )
  expect(ascending(answers.map(({ status }) => status))).toEqual([200, 409])
})

it('emails that are turned off twice at once are off', async () => {
  const user = await buildUser(app)
  const agent = await logIn(app, user)
  const lock = { statement: 'select 1 from users where id = $1 for update', id: user.id }
  const turnOff = () => agent.put('/api/mail-choices/payout').send({ isWanted: false })
  const answers = await meetAtLock(app, lock, () => Promise.all([turnOff(), turnOff()]))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
})
