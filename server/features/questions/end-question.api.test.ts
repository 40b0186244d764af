import { describe, expect, it } from 'vitest'
import { logIn, logInAdmin, visit } from '@tests/support/portal/agents'
import { pleaseLogIn } from '@tests/support/portal/answers'
import { eventsOf } from '@tests/support/portal/audit-events'
import { buildFile, buildUser } from '@tests/support/portal/factories'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { samples } from '@tests/support/samples/samples'
import { reuploadFile } from '@tests/support/portal/documents'
import { meetInOrder } from '@tests/support/portal/meet-at-lock'

// Mails are queued; nothing sends them here.
const app = await startSharedApp({ env: { SMTP_URL: 'smtp://127.0.0.1:2' } })
const admin = await logInAdmin(app)

const hour = 3600
const theirAnswer = 'It is (303) 555-0142.'

/** Someone with a document who was asked two hours ago. */
async function buildAsked({ isAboutFile = false } = {}) {
  const user = await buildUser(app, { createdAt: new Date(Date.now() - 5 * hour * 1000) })
  const file = await buildFile(app, { owner: user })
  const { body } = await admin
    .post(`/api/admin/users/${user.id}/questions`)
    .send({
      words: 'Please confirm your phone number.',
      ...(isAboutFile && { fileId: file.id }),
    })
    .expect(201)
  await app.pool.query(
    `with moved as (update questions set asked_at = now() - interval '2 hours' where user_id = $1)
     update users set asked_at = now() - interval '2 hours' where id = $1`,
    [user.id],
  )
  return { user, file, agent: await logIn(app, user), questionId: Number(body.questionId) }
}

async function stateOf(userId: number) {
  const { rows } = await app.pool.query<{ asked: boolean; waited: number; state: string }>(
    `select u.asked_at is not null as asked, u.waited_on_them as waited,
       case when q.answered_at is not null then 'answered' when q.closed_at is not null then 'closed'
         when q.undone_at is not null then 'undone' else 'open' end as state
     from users u join questions q on q.user_id = u.id where u.id = $1 order by q.id desc limit 1`,
    [userId],
  )
  const [row] = rows
  return row && { ...row, waited: Math.round(row.waited / hour) }
}
const open = { asked: true, waited: 0, state: 'open' }
const answered = { asked: false, waited: 2, state: 'answered' }
const closed = { asked: false, waited: 2, state: 'closed' }

const answersOf = async (userId: number) => {
  const { body } = await admin.get(`/api/admin/users/${userId}/questions`).expect(200)
  return body.map((question: { answer: string | null }) => question.answer)
}

const listIds = async (query: string): Promise<number[]> => {
  const { body } = await admin.get(`/api/admin/users?limit=100&${query}`).expect(200)
  return body.map(({ id }: { id: number }) => id)
}

describe('a question is answered', () => {
  it('by a sentence, and its person is back where they were', async () => {
    const before = await buildUser(app)
    const { user, agent } = await buildAsked()
    const after = await buildUser(app)
    await agent.post('/api/question/answer').send({ answer: theirAnswer }).expect(200)
    expect(await stateOf(user.id)).toEqual(answered)
    const queue = await listIds('status=pending')
    const ours = queue.filter((id) => [before.id, user.id, after.id].includes(id))
    expect(ours).toEqual([after.id, user.id, before.id])
    const listed = await admin.get(`/api/admin/users/${user.id}/questions`).expect(200)
    expect(listed.body).toMatchObject([{ state: 'answered', answer: theirAnswer }])
    const events = await eventsOf(app, `user:${user.id}`)
    expect(events.at(-1)).toMatchObject({ action: 'question.answered', actorId: user.id })

    const { body } = await agent.get('/api/user').expect(200)
    expect(body).not.toHaveProperty('question')
    const [{ from, to }] = body.pauses
    expect(body.answers).toMatchObject([{ answer: theirAnswer, askedAt: from, answeredAt: to }])
    expect((Date.parse(to) - Date.parse(from)) / 1000 / hour).toBeCloseTo(2, 1)
  })

  it('by a document that replaces one, or by another', async () => {
    const { bytes, name } = samples.pdf({ text: 'Newer' })
    const first = await buildAsked({ isAboutFile: true })
    await first.agent.post(`/api/reupload/${first.file.id}`).attach('file', bytes, name).expect(200)
    expect(await stateOf(first.user.id)).toEqual(answered)
    const second = await buildAsked()
    const sent = await second.agent.post('/api/upload').attach('file', bytes, name).expect(201)
    expect(await stateOf(second.user.id)).toEqual(open)
    const link = `/api/link-file/${sent.body.uploadKey}`
    await second.agent.post(link).send({ isAnswer: true }).expect(200)
    expect(await stateOf(second.user.id)).toEqual(answered)
    const { body } = await second.agent.get('/api/user').expect(200)
    expect(body.answers).toMatchObject([{ answer: null }])
  })

  it('not by a document that the administrator puts in its place', async () => {
    const { user, file } = await buildAsked()
    const { bytes, name } = samples.pdf({ text: 'Restored' })
    await admin.post(`/api/reupload/${file.id}`).attach('file', bytes, name).expect(200)
    expect(await stateOf(user.id)).toEqual(open)
  })

  it('once, and no other question by the tab of an earlier one', async () => {
    const { user, agent, questionId } = await buildAsked()
    const send = () => agent.post('/api/question/answer').send({ answer: theirAnswer, questionId })
    await send().expect(200)
    await admin
      .post(`/api/admin/users/${user.id}/questions`)
      .send({ words: 'And your address?' })
      .expect(201)
    // Sent again, as after a lost answer.
    await send().expect(200)
    expect((await stateOf(user.id))?.state).toBe('open')
    expect(await answersOf(user.id)).toEqual([null, theirAnswer])
  })

  it('late by a sentence that is kept with it, whatever ended it, in words that the person sees again', async () => {
    const { bytes, name } = samples.pdf({ text: 'Another' })
    const { user, agent, questionId } = await buildAsked()
    const sent = await agent.post('/api/upload').attach('file', bytes, name).expect(201)
    const link = `/api/link-file/${sent.body.uploadKey}`
    await agent.post(link).send({ isAnswer: true }).expect(200)
    const say = (words: string) =>
      agent.post('/api/question/answer').send({ answer: words, questionId })
    await say('It is Rosa Nuñez.').expect(200)
    await say('It is Rosa Nuñez.').expect(200)
    await decide(user.id, { status: 'approved' })
    await say('Née Ruiz.').expect(200)
    expect(await answersOf(user.id)).toEqual(['It is Rosa Nuñez.\n\nNée Ruiz.'])
    expect(await stateOf(user.id)).toMatchObject({ state: 'answered' })
    const events = await eventsOf(app, `user:${user.id}`)
    const late = events.filter(({ action }) => action === 'question.answered')
    expect(late).toHaveLength(3)
    for (let index = 0; index < 4; index++) await say(`${index}`.padEnd(1900, 'x')).expect(200)
    await say('y'.repeat(2000)).expect(200)
    await say('z'.repeat(2000)).expect(409)
  })

  it('not by a document of which its owner says nothing, or that takes another’s place', async () => {
    const { bytes, name } = samples.pdf({ text: 'Something else' })
    const { user, file, agent } = await buildAsked()
    for (const body of [undefined, { isAnswer: false }]) {
      const sent = await agent.post('/api/upload').attach('file', bytes, name).expect(201)
      await agent.post(`/api/link-file/${sent.body.uploadKey}`).send(body).expect(200)
    }
    await agent.post(`/api/reupload/${file.id}`).attach('file', bytes, name).expect(200)
    expect(await stateOf(user.id)).toEqual(open)
    await agent.post('/api/question/answer').send({ answer: theirAnswer }).expect(200)
    expect(await stateOf(user.id)).toEqual(answered)
  })

  it('by no one else, by no one without a session, and by nothing empty', async () => {
    const { user, agent, questionId } = await buildAsked()
    const stranger = await logIn(app, await buildUser(app))
    await stranger
      .post('/api/question/answer')
      .send({ answer: theirAnswer, questionId })
      .expect(409)
    await visit(app)
      .post('/api/question/answer')
      .send({ answer: theirAnswer })
      .expect(401, pleaseLogIn)
    await agent.post('/api/question/answer').send({ answer: '  ' }).expect(400)
    await agent.get(`/api/admin/users/${user.id}/questions`).expect(403)
    expect(await stateOf(user.id)).toEqual(open)
  })

  it('by no one who is closing their account', async () => {
    const { user, agent } = await buildAsked()
    await app.pool.query(`update users set closes_at = now() + interval '1 day' where id = $1`, [
      user.id,
    ])
    await agent.post('/api/question/answer').send({ answer: theirAnswer }).expect(403)
    expect(await stateOf(user.id)).toEqual(open)
  })
})

const decide = (id: number, body: object) =>
  admin.patch(`/api/admin/users/${id}/status`).send(body).expect(200)

describe('a decision about the person', () => {
  it.each(['approved', 'rejected'])('that they are %s closes the question', async (status) => {
    const { user } = await buildAsked()
    await decide(user.id, { status, basedOn: 'pending' })
    expect(await stateOf(user.id)).toEqual(closed)
    const answers = await logIn(app, user)
    await answers.post('/api/question/answer').send({ answer: theirAnswer }).expect(200)
    expect(await stateOf(user.id)).toEqual(closed)
    expect(await answersOf(user.id)).toEqual([theirAnswer])
  })

  it('opens the question again when it is undone, with nothing counted twice', async () => {
    const { user, agent } = await buildAsked()
    const { body } = await decide(user.id, { status: 'approved' })
    await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
    expect(await stateOf(user.id)).toEqual(open)
    await agent.post('/api/question/answer').send({ answer: theirAnswer }).expect(200)
    expect(await stateOf(user.id)).toEqual(answered)
  })

  it('that is undone leaves no open question for someone who is not pending', async () => {
    const user = await buildUser(app, { status: 'approved' })
    const { body } = await decide(user.id, { status: 'pending' })
    await admin
      .post(`/api/admin/users/${user.id}/questions`)
      .send({ words: 'Is this still your phone?' })
      .expect(201)
    await admin.post(`/api/admin/decisions/${body.decisionId}/undo`).expect(200)
    expect(await stateOf(user.id)).toEqual({ ...closed, waited: 0 })
  })
})

it('goes with the account', async () => {
  const { user } = await buildAsked()
  await admin.delete(`/api/admin/users/${user.id}`).expect(200)
  const { rows } = await app.pool.query('select 1 from questions where user_id = $1', [user.id])
  expect(rows).toEqual([])
})

const pending = async () => (await admin.get('/api/admin/overview').expect(200)).body.pending

describe('the overview', () => {
  it('counts those we are waiting for apart, and leaves that time out once they answered', async () => {
    await app.pool.query('delete from users where is_admin = 0')
    const { user, agent } = await buildAsked()
    expect(await pending()).toMatchObject({ count: 0, overdue: 0, oldest: null, asked: 1 })
    await agent.post('/api/question/answer').send({ answer: theirAnswer }).expect(200)
    const { count, oldest, asked } = await pending()
    expect([count, oldest.id, asked]).toEqual([1, user.id, 0])
    expect((Date.now() - Date.parse(oldest.since)) / 1000 / hour).toBeCloseTo(3, 1)
  })
})

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
  const decideOn = (status: string) => () =>
    admin.patch(`${path}/status`).send({ status, basedOn: 'pending' })
  const acts = {
    ask,
    answer: () => agent.post('/api/question/answer').send({ answer: 'It is right.' }),
    're-upload': () => reuploadFile(agent, file.id, samples.png()),
    approve: decideOn('approved'),
    reject: decideOn('rejected'),
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
async function buildRacing() {
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

const openOnce = { isAsked: true, open: 1, queued: 3 }

const ended = { isAsked: false, open: 0, queued: 0 }

const answeredOnce = { ...ended, acts: ['question.asked', 'question.answered'] }

const undone = { ...ended, acts: ['question.asked', 'question.undone'] }

const closedOnce = { ...ended, acts: ['question.asked'] }

/** Kept with a question that has ended. */
const late = (outcome: typeof closedOnce) => ({
  ...outcome,
  acts: [...outcome.acts, 'question.answered'],
})

describe('an answer', () => {
  it.each([
    ['answer', 200, 'answer', 200, answeredOnce],
    ['answer', 200, 'undo', 409, answeredOnce],
    ['undo', 200, 'answer', 200, late(undone)],
    ['answer', 200, 'approve', 200, answeredOnce],
    ['approve', 200, 'answer', 200, late(closedOnce)],
    ['answer', 200, 'reject', 200, answeredOnce],
    ['reject', 200, 'answer', 200, late(closedOnce)],
    ['re-upload', 200, 'undo', 409, answeredOnce],
    ['undo', 200, 're-upload', 200, undone],
    ['answer', 200, 're-upload', 200, answeredOnce],
    ['re-upload', 200, 'answer', 200, late(answeredOnce)],
  ] as const)('%s (%i) before %s (%i) ends the question once', async (...given) => {
    const [first, status, second, next, outcome] = given
    const { user, acts } = await buildRacing()
    const answers = await meetInOrder(app, rowOf('users', user), [acts[first], acts[second]])
    expect(answers.map((answer) => answer.status)).toEqual([status, next])
    expect(await outcomeFor(user)).toEqual(outcome)
  })

  it.each([
    ['answer', 200, 'erase', 200],
    ['erase', 200, 'answer', 401],
  ] as const)('%s (%i) before %s (%i) leaves nothing of the person', async (...given) => {
    const [first, status, second, next] = given
    const { user, acts } = await buildRacing()
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
    const { user, file, acts } = await buildRacing()
    const answers = await meetInOrder(app, rowOf('files', file), [acts[first], acts[second]])
    expect(answers.map((answer) => answer.status)).toEqual([status, next])
    expect(await outcomeFor(user)).toEqual(answeredOnce)
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
    ['ask', 201, 'ask', 409, { ...openOnce, acts: ['question.asked'] }],
    ['ask', 201, 'approve', 200, closedOnce],
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
