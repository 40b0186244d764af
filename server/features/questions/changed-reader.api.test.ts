import { expect, it } from 'vitest'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { logIn, type Agent } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { setEmail } from '../accounts/email-change/make-email-change'
import { sendQueuedMail } from '../mail/send-queued-mail'

const { app, admin, mailbox } = await startMailingApp()
let serial = 0

async function sendAll() {
  await releaseHeldMails(app.pool)
  const { rows } = await app.pool.query("select id from mails where status = 'queued' order by id")
  for (const { id } of rows) await sendQueuedMail({ ...app, mailId: id })
}
const passDays = () =>
  app.pool.query("update mails set next_attempt_at = now() where status = 'queued'")

type Asked = Awaited<ReturnType<typeof ask>>

/** Someone who was asked; the question has left, unless it says otherwise. */
async function ask(state: 'waits' | 'has left' | 'was refused' = 'has left') {
  const person = await buildUser(app)
  const agent = await logIn(app, person)
  const words = 'Which of these accounts is yours?'
  const { body } = await admin
    .post(`/api/admin/users/${person.id}/questions`)
    .send({ words })
    .expect(201)
  if (state === 'was refused') mailbox.behave('refused recipient')
  if (state !== 'waits') await sendAll()
  mailbox.behave('working')
  return { person, agent, questionId: Number(body.questionId) }
}

const changes = {
  email: async ({ person }: Asked) => {
    const email = `asked-${(serial += 1)}@address.example`
    await app.db.transaction((tx) => setEmail(tx, { mail: app, person, email }))
    return email
  },
  phone: async ({ person, agent }: Asked) => {
    const { firstName, lastName, password: currentPassword } = person
    const details = { firstName, lastName, phoneNumber: '(720) 555-0188', currentPassword }
    await agent.patch('/api/user').send(details).expect(200)
    return person.email
  },
}

const kindsTo = (to: string) =>
  mailbox.mails
    .filter((mail) => mail.to.includes(to))
    .map(({ subject }) => (subject.startsWith('We have') ? 'question' : 'reminder'))

const openQuestion = async (agent: Agent) => (await agent.get('/api/user')).body.question ?? null

it.each([
  ['email', 'waits', ['question', 'reminder', 'reminder'], []],
  ['email', 'has left', ['question', 'reminder', 'reminder'], ['question']],
  ['email', 'was refused', ['question', 'reminder', 'reminder'], []],
  ['phone', 'has left', ['question', 'reminder', 'reminder'], []],
] as const)('a changed %s while a question that %s is open', async (what, state, atNew, atOld) => {
  const asked = await ask(state)
  const address = await changes[what](asked)
  await sendAll()
  await passDays()
  await sendAll()
  expect(kindsTo(address)).toEqual(atNew)
  if (address !== asked.person.email) expect(kindsTo(asked.person.email)).toEqual(atOld)
})

it.each(['answered', 'withdrawn'])('nothing of a question that was %s follows', async (how) => {
  const asked = await ask()
  if (how === 'answered') {
    const answer = { questionId: asked.questionId, answer: 'The second one.' }
    await asked.agent.post('/api/question/answer').send(answer).expect(200)
  } else {
    await admin.post(`/api/admin/questions/${asked.questionId}/undo`).expect(200)
  }
  expect(await openQuestion(asked.agent)).toBeNull()
  mailbox.mails.splice(0)
  const address = await changes.email(asked)
  await passDays()
  await sendAll()
  expect(mailbox.mails.filter(({ to }) => to.includes(address))).toEqual([])
})
