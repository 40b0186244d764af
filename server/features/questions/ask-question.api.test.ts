import { describe, expect, it } from 'vitest'
import { addBusinessDays } from '@shared/business-days'
import { listedQuestion } from '@shared/questions'
import { z } from '@shared/zod'
import { startMailingApp } from '@tests/support/mail/mailing-app'
import { logIn, type Agent } from '@tests/support/portal/agents'
import { notFound } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { reuploadFile } from '@tests/support/portal/documents'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'
import { withJobs } from '@tests/support/portal/with-jobs'
import { samples } from '@tests/support/samples/samples'
import { sendQueuedMail } from '../mail/send-queued-mail'

const { mailbox, app, admin } = await startMailingApp()

type BuiltFile = Awaited<ReturnType<typeof buildFile>>

const words = 'Please confirm your phone number.'
const ask = (userId: number, body: object = { words }) =>
  admin.post(`/api/admin/users/${userId}/questions`).send(body)
const undo = (id: number) => admin.post(`/api/admin/questions/${id}/undo`)
const decide = (userId: number, body: object) =>
  admin.patch(`/api/admin/users/${userId}/status`).send(body)

async function listIds(query: string): Promise<number[]> {
  const { body } = await admin.get(`/api/admin/users?limit=100&${query}`).expect(200)
  return body.map(({ id }: { id: number }) => id)
}
const mailsTo = async (userId: number) => {
  const { rows } = await app.pool.query<{ id: number; kind: string; status: string; wait: number }>(
    `select id, kind, status, extract(epoch from next_attempt_at - now())::int as wait
     from mails where user_id = $1 order by id`,
    [userId],
  )
  return rows
}
const statesOf = async (userId: number) =>
  (await mailsTo(userId)).map(({ kind, status }) => `${kind} ${status}`)

const secondsUntil = (days: number) =>
  (addBusinessDays(new Date(), days).getTime() - Date.now()) / 1000

describe('someone who is asked', () => {
  it('is pending and out of the queue, and reads the question', async () => {
    const user = await buildUser(app)
    const file = await buildFile(app, { owner: user, fileName: 'report.pdf' })
    await buildCredential(app, { owner: user })
    const { body } = await ask(user.id, { words, fileId: file.id, basedOn: 'pending' }).expect(201)
    expect(body).toMatchObject({ id: user.id, status: 'pending', askedAt: expect.any(String) })
    expect(await listIds('status=pending')).not.toContain(user.id)
    expect(await listIds('asked=waiting')).toContain(user.id)
    expect(await listIds('')).toContain(user.id)

    // What they sent is pending as well, and says that we wait for them.
    for (const list of ['files', 'credentials/overview', 'credentials']) {
      const sent = await admin.get(`/api/admin/${list}?limit=1`).expect(200)
      expect(sent.body).toMatchObject([{ status: 'pending', owner: { askedAt: body.askedAt } }])
    }

    const own = await (await logIn(app, user)).get('/api/user').expect(200)
    const asked = { id: body.questionId, words, askedAt: body.askedAt }
    expect(own.body).toMatchObject({
      status: 'pending',
      question: { ...asked, file: { id: file.id, name: 'report.pdf' } },
    })
    const listed = await admin.get(`/api/admin/users/${user.id}/questions`).expect(200)
    expect(z.array(listedQuestion.strict()).parse(listed.body)).toMatchObject([
      { ...asked, fileName: 'report.pdf', state: 'open', endedAt: null, answer: null },
    ])
    const events = await eventsOf(app, `user:${user.id}`)
    expect(events.find(({ action }) => action === 'question.asked')?.details).toEqual({
      question: body.questionId,
      file: file.id,
    })
  })

  it('gets a mail after a minute, and two reminders on later business days', async () => {
    const user = await buildUser(app)
    await ask(user.id).expect(201)
    const [first, second, third] = await mailsTo(user.id)
    expect(await statesOf(user.id)).toEqual([
      'question queued',
      'question-reminder queued',
      'question-reminder queued',
    ])
    expect(first?.wait).toBeGreaterThan(45)
    expect(first?.wait).toBeLessThanOrEqual(60)
    for (const [mail, days] of [
      [second, 2],
      [third, 5],
    ] as const)
      expect(Math.abs((mail?.wait ?? 0) - secondsUntil(days))).toBeLessThan(10)

    mailbox.mails.length = 0
    await app.pool.query('update mails set next_attempt_at = now() where user_id = $1', [user.id])
    for (const { id } of await mailsTo(user.id)) await sendQueuedMail(app, id)
    const [letter, ...reminders] = mailbox.mails.filter(({ to }) => to.includes(user.email))
    expect(letter?.subject).toContain('We have a question about your application')
    expect(letter?.text).toContain(`${app.origin}/dashboard#question`)
    expect(reminders).toHaveLength(2)
    const actions = (await eventsOf(app, `user:${user.id}`)).map(({ action }) => action)
    expect(actions.filter((action) => action === 'question.reminded')).toHaveLength(2)
  })

  it('gets what a decision canceled once that is undone, by jobs that were gone, but not what the administrator canceled', async () => {
    const user = await buildUser(app)
    await ask(user.id).expect(201)
    const { rows } = await app.pool.query(
      'select id from mails where user_id = $1 order by id desc limit 1',
      [user.id],
    )
    await admin.post(`/api/admin/emails/${rows[0].id}/cancel`).expect(200)
    const { body } = await decide(user.id, { status: 'approved' }).expect(200)
    await app.pool.query(
      `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where key like 'mail:%'`,
    )
    // A server that puts mail off has refused the first attempt.
    await app.pool.query(
      `update mails set next_attempt_at = now(), attempts = 1 where kind = 'question' and user_id = $1`,
      [user.id],
    )
    await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
    await withJobs(app, () => mailbox.waitForMail(({ to }) => to.includes(user.email)))
    expect((await statesOf(user.id)).slice(0, 3)).toEqual([
      'question sent',
      'question-reminder queued',
      'question-reminder cancelled',
    ])
    const { rowCount } = await app.pool.query(
      `select from graphile_worker.jobs where key = 'mail:' || $1`,
      [rows[0].id - 1],
    )
    expect(rowCount).toBe(1)
  })

  it('is asked one thing at a time', async () => {
    const user = await buildUser(app)
    await ask(user.id).expect(201)
    await ask(user.id).expect(409, {
      message: 'This person already has an open question.',
      code: 'conflict',
    })
    expect(await statesOf(user.id)).toHaveLength(3)
  })
})

describe('support hears of an answer, once', () => {
  it.each([
    [
      'in a sentence',
      (agent: Agent) => agent.post('/api/question/answer').send({ answer: 'Yes.' }),
    ],
    [
      'by a document',
      (agent: Agent, file: BuiltFile) =>
        agent.post(`/api/link-file/${file.uploadKey}`).send({ isAnswer: true }),
    ],
    [
      'by a document in the place of another',
      (agent: Agent, _: BuiltFile, { id }: BuiltFile) => reuploadFile(agent, id, samples.png()),
    ],
  ])('%s', async (_how, answer) => {
    const user = await buildUser(app)
    const [added, owned] = [await buildFile(app), await buildFile(app, { owner: user })]
    await ask(user.id, { words, fileId: owned.id }).expect(201)
    await answer(await logIn(app, user), added, owned).expect(200)
    const { rows } = await app.pool.query('delete from support_notices returning text, path')
    const path = `/admin/users?open=${user.id}`
    expect(rows).toEqual([{ text: `Question answered by ${user.email}`, path }])
  })
})

describe('no one is asked', () => {
  it('who is decided, has not applied, is closing, is the administrator, or does not exist', async () => {
    const decided = await buildUser(app, { status: 'approved' })
    await ask(decided.id).expect(409)
    await ask(decided.id, { words, basedOn: 'pending' }).expect(409)
    await ask((await buildUser(app, { kind: 'referrer' })).id).expect(409)
    const closing = await buildUser(app, { closesAt: new Date(Date.now() + 86_400_000) })
    await ask(closing.id).expect(409)
    const { body } = await admin.get('/api/user').expect(200)
    await ask(body.id).expect(404, notFound)
    await ask(2_000_000_000).expect(404, notFound)
  })

  it('without words, or about a document that is not theirs', async () => {
    const user = await buildUser(app)
    const other = await buildFile(app, { owner: await buildUser(app) })
    await ask(user.id, { words: ' ' }).expect(400)
    await ask(user.id, { words, fileId: other.id }).expect(404)
    expect(await listIds('status=pending')).toContain(user.id)
  })
})

describe('undoing a question', () => {
  it('puts the person back into the queue, once, and holds the mails back', async () => {
    const user = await buildUser(app, { firstName: 'Kim', lastName: 'Lee' })
    const { questionId } = (await ask(user.id).expect(201)).body
    await undo(questionId).expect(200, {
      undone: [{ kind: 'user', id: user.id, name: 'Kim Lee', status: 'pending' }],
      mail: 'held-back',
    })
    expect(await listIds('status=pending')).toContain(user.id)
    expect(await listIds('asked=waiting')).not.toContain(user.id)
    expect(new Set(await statesOf(user.id))).toEqual(
      new Set(['question cancelled', 'question-reminder cancelled']),
    )
    expect((await eventsOf(app, `user:${user.id}`)).at(-1)?.action).toBe('question.undone')
    await undo(questionId).expect(409, {
      message: 'This question was already undone.',
      code: 'conflict',
    })
    await undo(2_000_000_000).expect(404, notFound)
    // No time was lost to a question that was none.
    const own = await (await logIn(app, user)).get('/api/user').expect(200)
    expect(own.body).not.toHaveProperty('question')
    expect(own.body).not.toHaveProperty('pauses')
    await ask(user.id).expect(201)
  })

  it('is refused once it was answered, or the person was decided about', async () => {
    const user = await buildUser(app)
    const first = (await ask(user.id).expect(201)).body.questionId
    const agent = await logIn(app, user)
    await agent.post('/api/question/answer').send({ answer: 'It is right.' }).expect(200)
    await undo(first).expect(409)
    const second = (await ask(user.id).expect(201)).body.questionId
    await decide(user.id, { status: 'approved' }).expect(200)
    await undo(second).expect(409)
  })
})

describe('the list of questions', () => {
  it('is edited like the reasons for rejecting', async () => {
    const path = '/api/admin/rejection-reasons'
    const questions = ['Which report is this?']
    const changed = await admin.patch(`${path}/question`).send({ reasons: questions }).expect(200)
    expect(changed.body.question).toEqual(questions)
    const { body } = await admin.delete(`${path}/question`).expect(200)
    expect(body.question).toContain('A page is missing. Please send the whole report.')
  })
})
