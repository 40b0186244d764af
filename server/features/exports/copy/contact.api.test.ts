import { expect, it } from 'vitest'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
import { readZip } from '@tests/support/portal/read-zip'
import { startSharedApp } from '@tests/support/portal/shared-app'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)
const user = await buildUser(app)
const agent = await logIn(app, user)

async function fetchCopy(of = { user, agent }) {
  const path = '/api/account/data'
  await of.agent.post(path).send({ currentPassword: of.user.password }).expect(200)
  const { body } = await of.agent.get(path).responseType('blob').expect(200)
  const entries = await readZip(body)
  return { entries, data: JSON.parse(String(entries.get('data.json'))) }
}

it('a copy of one’s data holds the emails and texts that have left, and none that waits or was kept from leaving', async () => {
  const reason = 'A reason that is taken back'
  const person = `/api/admin/users/${user.id}/status`
  const { body } = await admin.patch(person).send({ status: 'rejected', reason }).expect(200)
  await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
  await admin.patch(person).send({ status: 'approved' }).expect(200)
  const columns = 'user_id, kind, recipient, segments, status, attempts, sent_at, not_after'
  await app.pool.query(
    `insert into texts (${columns})
     select $1, 'composed', '+13035550199', 1, status, 1, case when has_left then now() end, now()
     from (values ('queued', false), ('sending', false), ('cancelled', false), ('failed', false),
       ('sent', true), ('delivered', true), ('undelivered', true)) each (status, has_left)`,
    [user.id],
  )
  const { entries, data: before } = await fetchCopy()
  expect(before.emails).toEqual([])
  expect(String(entries.get('index.html'))).not.toContain(reason)
  expect(before.texts.map(({ status }: { status: string }) => status)).toEqual([
    'undelivered',
    'delivered',
    'sent',
  ])
  await app.pool.query(
    "update mails set status = 'sent', sent_at = now() where user_id = $1 and status = 'queued'",
    [user.id],
  )
  const { data } = await fetchCopy()
  expect(data.emails).toMatchObject([{ to: user.email, text: expect.stringContaining('Hi Pat') }])
  expect(JSON.stringify(data)).not.toContain(reason)
})

it('a copy of one’s data tells of what was taken back neither as a decision or question nor as an entry, and keeps each answer', async () => {
  const person = await buildUser(app)
  const asked = { user: person, agent: await logIn(app, person) }
  const path = `/api/admin/users/${person.id}`
  const ask = async (words: string) => {
    const { body } = await admin.post(`${path}/questions`).send({ words }).expect(201)
    await admin.post(`/api/admin/questions/${body.questionId}/undo`).expect(200)
    return body.questionId
  }
  await ask('Never answered?')
  const questionId = await ask('Answered late?')
  await asked.agent.post('/api/question/answer').send({ questionId, answer: 'Yes.' }).expect(200)
  const { body } = await admin.patch(`${path}/status`).send({ status: 'rejected' }).expect(200)
  await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
  await admin.patch(`${path}/status`).send({ status: 'approved' }).expect(200)
  const { data } = await fetchCopy(asked)
  expect(data.questions).toMatchObject([{ question: 'Answered late?', answer: 'Yes.' }])
  expect(data.decisions).toMatchObject([{ status: 'approved' }])
  const told = data.activity.map(({ what }: { what: string }) => what)
  expect(told.filter((what: string) => /^(question|decision|user)/.test(what))).toEqual([
    'user.status-changed',
    'question.answered',
    'question.undone',
    'question.asked',
  ])
})
