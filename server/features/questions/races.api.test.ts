import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin } from '@tests/support/portal/agents'
import { eventsOf } from '@tests/support/portal/audit-events'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { meetInOrder } from '@tests/support/portal/meet-at-lock'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)

const words = 'Please confirm your phone number.'
// Not `for update`: that would keep a session from being looked at.
const rowOf = (table: 'users' | 'files', { id }: { id: number }) => ({
  statement: `select 1 from ${table} where id = $1 for no key update`,
  id,
})

/** Someone with a document, and everything that can happen to them and a question at one time. */
async function buildPerson() {
  const user = await buildUser(app)
  // No text to read: a reading would be a process of its own.
  const file = await buildFile(app, { owner: user, sample: samples.jpeg() })
  const agent = await logIn(app, user)
  const path = `/api/admin/users/${user.id}`
  const ask = () =>
    admin.post(`${path}/questions`).send({ words, fileId: file.id, basedOn: 'pending' })
  const decide = (status: string) => () =>
    admin.patch(`${path}/status`).send({ status, basedOn: 'pending' })
  const acts = {
    ask,
    answer: () => agent.post('/api/question/answer').send({ answer: 'It is right.' }),
    're-upload': () => reuploadFile(agent, file.id, samples.png()),
    approve: decide('approved'),
    reject: decide('rejected'),
    erase: () => admin.delete(path),
    close: () => agent.post('/api/account/close').send({ currentPassword: user.password }),
    'approve the document': () =>
      admin.patch(`/api/admin/files/${file.id}/status`).send({
        status: 'approved',
        basedOn: 'pending',
        basedOnVersion: file.sha256,
      }),
  }
  return { user, file, acts }
}

/** The same, asked already, with what takes the question back. */
async function buildAsked() {
  const person = await buildPerson()
  const { body } = await person.acts.ask().expect(201)
  const undo = () => admin.post(`/api/admin/questions/${body.questionId}/undo`)
  return { ...person, acts: { ...person.acts, undo } }
}

/** How often a question of theirs was asked and ended, and how that left the person and the mail. */
async function outcomeFor({ id }: { id: number }) {
  const { rows } = await app.pool.query<{ isAsked: boolean; open: number; queued: number }>(
    `select asked_at is not null as "isAsked",
       (select count(*)::int from questions where user_id = users.id
         and answered_at is null and undone_at is null and closed_at is null) as open,
       (select count(*)::int from mails m where m.user_id = users.id and status = 'queued'
         and question_id is not null) as queued
     from users where id = $1`,
    [id],
  )
  const events = (await eventsOf(app, `user:${id}`)).map(({ action }) => action)
  return { ...rows[0], acts: events.filter((action) => action.startsWith('question.')) }
}
const open = { isAsked: true, open: 1, queued: 3 }
const ended = { isAsked: false, open: 0, queued: 0 }
const answered = { ...ended, acts: ['question.asked', 'question.answered'] }
const undone = { ...ended, acts: ['question.asked', 'question.undone'] }
const closed = { ...ended, acts: ['question.asked'] }
/** Kept with a question that has ended. */
const late = (outcome: typeof closed) => ({
  ...outcome,
  acts: [...outcome.acts, 'question.answered'],
})

describe('an answer', () => {
  it.each([
    ['answer', 200, 'answer', 200, answered],
    ['answer', 200, 'undo', 409, answered],
    ['undo', 200, 'answer', 200, late(undone)],
    ['answer', 200, 'approve', 200, answered],
    ['approve', 200, 'answer', 200, late(closed)],
    ['answer', 200, 'reject', 200, answered],
    ['reject', 200, 'answer', 200, late(closed)],
    ['re-upload', 200, 'undo', 409, answered],
    ['undo', 200, 're-upload', 200, undone],
    ['answer', 200, 're-upload', 200, answered],
    ['re-upload', 200, 'answer', 200, late(answered)],
  ] as const)('%s (%i) before %s (%i) ends the question once', async (...given) => {
    const [first, status, second, next, outcome] = given
    const { user, acts } = await buildAsked()
    const answers = await meetInOrder(app, rowOf('users', user), [acts[first], acts[second]])
    expect(answers.map((answer) => answer.status)).toEqual([status, next])
    expect(await outcomeFor(user)).toEqual(outcome)
  })

  it.each([
    ['answer', 200, 'erase', 200],
    ['erase', 200, 'answer', 401],
  ] as const)('%s (%i) before %s (%i) leaves nothing of the person', async (...given) => {
    const [first, status, second, next] = given
    const { user, acts } = await buildAsked()
    const answers = await meetInOrder(app, rowOf('users', user), [acts[first], acts[second]])
    expect(answers.map((answer) => answer.status)).toEqual([status, next])
    const { rows } = await app.pool.query(
      `select 'question' from questions where user_id = $1 union all
       select 'mail' from mails where user_id = $1 union all
       select 'news' from support_notices where strpos(text, $2) > 0`,
      [user.id, user.email],
    )
    expect(rows).toEqual([])
  })

  it.each([
    ['re-upload', 200, 'approve the document', 409],
    ['approve the document', 200, 're-upload', 200],
  ] as const)('%s (%i) before %s (%i): the new document waits', async (...given) => {
    const [first, status, second, next] = given
    const { user, file, acts } = await buildAsked()
    const answers = await meetInOrder(app, rowOf('files', file), [acts[first], acts[second]])
    expect(answers.map((answer) => answer.status)).toEqual([status, next])
    expect(await outcomeFor(user)).toEqual(answered)
    const { rows } = await app.pool.query('select status, sha256 from files where id = $1', [
      file.id,
    ])
    expect(rows).toMatchObject([
      { status: 'pending', sha256: expect.not.stringMatching(file.sha256) },
    ])
  })
})

describe('a question', () => {
  it.each([
    ['ask', 201, 'ask', 409, { ...open, acts: ['question.asked'] }],
    ['ask', 201, 'approve', 200, closed],
    ['approve', 200, 'ask', 409, { ...ended, acts: [] }],
    ['erase', 200, 'ask', 404, { acts: [] }],
    ['close', 200, 'ask', 409, { ...ended, acts: [] }],
  ] as const)('%s (%i) before %s (%i) is open once, or not at all', async (...given) => {
    const [first, status, second, next, outcome] = given
    const { user, acts } = await buildPerson()
    const answers = await meetInOrder(app, rowOf('users', user), [acts[first], acts[second]])
    expect(answers.map((answer) => answer.status)).toEqual([status, next])
    expect(await outcomeFor(user)).toEqual(outcome)
  })
})
