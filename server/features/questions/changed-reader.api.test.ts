import { describe, expect, it } from 'vitest'
import type { ListedQuestion } from '@shared/questions'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { logIn, type Agent } from '@tests/support/portal/agents'
import { ctxOf } from '@tests/support/portal/ctx'
import { buildUser } from '@tests/support/portal/factories'
import { setEmail } from '../accounts/email-change/make-email-change'
import { sendQueuedMail } from '../mail/send-queued-mail'

const { app, admin, mailbox } = await startMailingApp()
let serial = 0

async function sendAll() {
  await releaseHeldMails(app.pool)
  const { rows } = await app.pool.query("select id from mails where status = 'queued' order by id")
  for (const { id } of rows) await sendQueuedMail(app, id)
}
const passDays = () =>
  app.pool.query("update mails set next_attempt_at = now() where status = 'queued'")

type Asked = Awaited<ReturnType<typeof ask>>

const stagesOf = {
  open: ['waits', 'has left', 'was refused'],
  answered: ['was answered'],
  closed: ['was closed'],
  undone: ['was taken back'],
} as const satisfies Record<ListedQuestion['state'], readonly string[]>
type QuestionStage = (typeof stagesOf)[ListedQuestion['state']][number]
const questionStages: readonly QuestionStage[] = Object.values(stagesOf).flat()

/** Someone who was asked, and what has become of it. */
async function ask(stage: QuestionStage) {
  const person = await buildUser(app)
  const agent = await logIn(app, person)
  const words = 'Which of these accounts is yours?'
  const path = `/api/admin/users/${person.id}`
  const { body } = await admin.post(`${path}/questions`).send({ words }).expect(201)
  const { questionId } = body
  if (stage === 'was refused') mailbox.behave('refused recipient')
  if (stage !== 'waits') await sendAll()
  mailbox.behave('working')
  if (stage === 'was answered')
    await agent.post('/api/question/answer').send({ questionId, answer: 'Yes.' }).expect(200)
  if (stage === 'was taken back')
    await admin.post(`/api/admin/questions/${questionId}/undo`).expect(200)
  if (stage === 'was closed')
    await admin.patch(`${path}/status`).send({ status: 'approved' }).expect(200)
  return { person, agent }
}

const changes = {
  email: async ({ person }: Asked) => {
    const email = `asked-${(serial += 1)}@address.example`
    await ctxOf(app).tx((ctx) => setEmail(ctx, person, email))
    return email
  },
  phone: async ({ person, agent }: Asked) => {
    const { firstName, lastName, password: currentPassword } = person
    const details = { firstName, lastName, phoneNumber: '(720) 555-0188', currentPassword }
    await agent.patch('/api/user').send(details).expect(200)
    return person.email
  },
}

const kinds: Record<string, 'question' | 'reminder'> = {
  'We have a question about your application': 'question',
  'We’re waiting for your answer': 'reminder',
}
const kindsTo = (to: string) =>
  mailbox.mails
    .filter((mail) => mail.to.includes(to))
    .map(({ subject }) => kinds[subject] ?? 'decision')

const openQuestion = async (agent: Agent) => (await agent.get('/api/user')).body.question ?? null

interface Cell {
  atNew: ('question' | 'reminder' | 'decision')[]
  atOld?: 'question'[]
}
const all: Cell = { atNew: ['question', 'reminder', 'reminder'] }
const asked: Cell = { atNew: [], atOld: ['question'] }
const onlyAsked: Cell = { atNew: ['question'] }

/** A question in another state, or a change of another kind, does not compile without its cells. */
const cells: Record<keyof typeof changes, Record<QuestionStage, Cell>> = {
  email: {
    waits: all,
    'has left': { ...all, atOld: ['question'] },
    'was refused': all,
    'was answered': asked,
    'was taken back': asked,
    'was closed': { ...asked, atNew: ['decision'] },
  },
  phone: {
    waits: all,
    'has left': all,
    // Nothing was wrong with the phone.
    'was refused': { atNew: ['reminder', 'reminder'] },
    'was answered': onlyAsked,
    'was taken back': onlyAsked,
    'was closed': { atNew: ['question', 'decision'] },
  },
}

describe.each(['email', 'phone'] as const)('a changed %s', (what) => {
  it.each(questionStages)('while a question %s', async (stage) => {
    const built = await ask(stage)
    const isOpen = (await openQuestion(built.agent)) !== null
    const address = await changes[what](built)
    await sendAll()
    await passDays()
    await sendAll()
    const { atNew, atOld = [] } = cells[what][stage]
    const atAddressBefore = address === built.person.email ? [] : kindsTo(built.person.email)
    expect([kindsTo(address), atAddressBefore]).toEqual([atNew, atOld])
    // It stays open, or over, on their dashboard.
    const agent = await logIn(app, { ...built.person, email: address })
    expect((await openQuestion(agent)) !== null).toBe(isOpen)
  })
})

it.each([
  ['has left', ['question', 'reminder', 'reminder']],
  ['waits', ['question', 'reminder', 'reminder']],
] as const)(
  'a question that %s and was closed by a decision is asked at the new address once that is undone',
  async (state, atNew) => {
    const built = await ask(state)
    const path = `/api/admin/users/${built.person.id}/status`
    const { body } = await admin.patch(path).send({ status: 'rejected' }).expect(200)
    const address = await changes.email(built)
    await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
    await sendAll()
    await passDays()
    await sendAll()
    expect(kindsTo(address)).toEqual(atNew)
  },
)

it('a question that is open again is not asked twice at the same address', async () => {
  const { person } = await ask('has left')
  const path = `/api/admin/users/${person.id}/status`
  const { body } = await admin.patch(path).send({ status: 'rejected' }).expect(200)
  await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
  await sendAll()
  expect(kindsTo(person.email)).toEqual(['question'])
})
