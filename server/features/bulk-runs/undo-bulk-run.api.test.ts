import { expect, it } from 'vitest'
import { logIn } from '@tests/support/portal/agents'
import { rowsOf, startBulkRuns } from '@tests/support/portal/bulk-runs'
import { buildCredential, buildFile, buildUser, readReport } from '@tests/support/portal/factories'
import { seeWaiting } from '@tests/support/portal/meet-at-lock'

const { app, admin, buildPeople, start, work, read, statusesOf } = await startBulkRuns()

const check = async (selection: object, of = 'users') =>
  (await admin.post('/api/admin/bulk-runs/check').send({ of, selection }).expect(200)).body
const undo = (id: number, query = '') => admin.post(`/api/admin/bulk-runs/${id}/undo${query}`)
const mailsAre = (status: string) => app.pool.query('update mails set status = $1', [status])
const open = (file: { id: number; sha256: string }) =>
  admin.post(`/api/admin/files/${file.id}/opened`).send({ basedOnVersion: file.sha256 }).expect(200)
const itemsOf = async (table: 'files' | 'monitoring_credentials') =>
  (await app.pool.query(`select status from ${table} order by id`)).rows.map(({ status }) => status)

/** Three people with a document each: one opened, one not, one opened that is low and in another name. */
async function buildMixed() {
  const people = await buildPeople(3, { firstName: 'Rosa', lastName: 'Delgado' })
  const said = [
    { score: 742, nameOnReport: 'Rosa Delgado' },
    { score: 743, nameOnReport: 'Rosa Delgado' },
    { score: 610, nameOnReport: 'Someone Else' },
  ]
  const files = []
  for (const [index, owner] of people.entries()) {
    const file = await buildFile(app, { owner })
    const one = said[index]
    if (one) await readReport(app, file, one)
    if (index !== 1) await open(file)
    files.push(file)
  }
  return { people, files }
}

it('says what speaks against approving some of them, of rows and of a filter', async () => {
  const { people, files } = await buildMixed()
  const found = { 'unopened-document': 1, 'low-score': 1, 'name-differs': 1 }
  expect(await check(rowsOf(people))).toEqual({ total: 3, concerns: found })
  expect(await check({ filter: { status: 'pending' } })).toEqual({ total: 3, concerns: found })
  expect(await check(rowsOf(files), 'files')).toEqual({ total: 3, concerns: found })
  await buildPeople(1, { status: 'approved' })
  expect(await check({ filter: {} })).toEqual({ total: 3, concerns: found })
})

it('says so of one selection at a time, while one more waits', async () => {
  const selection = rowsOf(await buildPeople(1))
  const send = () => admin.post('/api/admin/bulk-runs/check').send({ of: 'users', selection })
  const holder = await app.pool.connect()
  await holder.query('begin; lock table files')
  const sent = [send(), send(), send()].map(async (answer) => (await answer).status)
  expect(await Promise.race(sent)).toBe(429)
  await seeWaiting(app, 1)
  await holder.query('commit')
  holder.release()
  expect((await Promise.all(sent)).toSorted((one, other) => one - other)).toEqual([200, 200, 429])
})

it('approves no one about whom something was not asked, and settles what each rests on', async () => {
  const { people } = await buildMixed()
  await buildCredential(app, { ...(people[0] && { owner: people[0] }) })
  const accepts = ['unopened-document', 'unopened-login']
  const run = await start({ action: 'approve', selection: rowsOf(people), accepts })
  await work(run.id)
  expect(await read(run.id)).toMatchObject({ done: 2, skipped: 1 })
  expect((await read(run.id)).problems[0]?.why).toMatch(/^(Under 680|Name differs)\. Please look/)
  expect(await statusesOf(people)).toEqual(['approved', 'approved', 'pending'])
  expect(await itemsOf('files')).toEqual(['approved', 'approved', 'pending'])
  expect(await itemsOf('monitoring_credentials')).toEqual(['approved'])
  const { rows } = await app.pool.query('select score from credit_scores order by user_id')
  // Of the one whose report was seen.
  expect(rows).toEqual([{ score: 742 }])
})

it('leaves alone who sends something after the question', async () => {
  const [person = await buildUser(app)] = await buildPeople(1)
  const accepts = ['unopened-document']
  const run = await start({ action: 'approve', selection: rowsOf([person]), accepts })
  await buildFile(app, { owner: person })
  await work(run.id)
  expect((await read(run.id)).problems[0]?.why).toBe('Sent something new in the meantime.')
  expect(await statusesOf([person])).toEqual(['pending'])
})

it.each(['approve', 'reject'])('what it did is undone as a whole: %s', async (action) => {
  const { people } = await buildMixed()
  const accepts = ['unopened-document', 'low-score', 'name-differs']
  const run = await start({ action, selection: rowsOf(people), accepts })
  await work(run.id)
  expect(new Set(await itemsOf('files')).has('pending')).toBe(false)
  const { body: undone } = await undo(run.id, '?ifUntold=true').expect(201)
  expect(undone).toMatchObject({ action: 'undo', of: 'users', total: 3 })
  await work(undone.id)
  expect(await read(undone.id)).toMatchObject({ state: 'done', done: 3, skipped: 0 })
  expect(await statusesOf(people)).toEqual(['pending', 'pending', 'pending'])
  expect(await itemsOf('files')).toEqual(['pending', 'pending', 'pending'])
  expect(await app.pool.query('select from credit_scores')).toMatchObject({ rowCount: 0 })
  await undo(run.id).expect(409)
  await undo(undone.id).expect(409)
})

it('questions are undone too, and someone who was decided about since is left alone', async () => {
  const people = await buildPeople(2)
  const asked = await start({ action: 'ask', selection: rowsOf(people), reason: 'Which bank?' })
  await work(asked.id)
  await admin
    .patch(`/api/admin/users/${people[0]?.id}/status`)
    .send({ status: 'rejected' })
    .expect(200)
  const { body } = await undo(asked.id).expect(201)
  await work(body.id)
  expect(await read(body.id)).toMatchObject({ done: 1, skipped: 1 })
  const { rows } = await app.pool.query('select asked_at from users where id = $1', [people[1]?.id])
  expect(rows).toEqual([{ asked_at: null }])
})

it('its questions are its own, though others asked the same in the same words', async () => {
  const [person, other] = await buildPeople(2)
  const words = 'Which bank?'
  const run = await start({
    action: 'ask',
    selection: rowsOf(person ? [person] : []),
    reason: words,
  })
  await work(run.id)
  await admin.post(`/api/admin/users/${other?.id}/questions`).send({ words }).expect(201)
  await app.pool.query("update mails set status = 'sent' where user_id = $1", [other?.id])
  const { body } = await undo(run.id, '?ifUntold=true').expect(201)
  await work(body.id)
  const { rows } = await app.pool.query(
    'select user_id, undone_at is not null as undone from questions order by id',
  )
  expect(rows).toEqual([
    { user_id: person?.id, undone: true },
    { user_id: other?.id, undone: false },
  ])
})

it('one that goes on is stopped first; a deletion can’t be undone', async () => {
  const people = await buildPeople(2)
  const run = await start({ action: 'approve', selection: rowsOf(people) })
  await work(run.id, AbortSignal.abort())
  const { body } = await undo(run.id).expect(201)
  expect(await read(run.id)).toMatchObject({ state: 'stopped', done: 1 })
  await Promise.all([work(run.id), work(body.id)])
  expect(await statusesOf(people)).toEqual(['pending', 'pending'])
  const deletion = await start({ action: 'delete', selection: rowsOf(people) })
  await undo(deletion.id).expect(409)
})

it('one that has done nothing yet is stopped, and one that could do nothing has nothing to undo', async () => {
  const people = await buildPeople(2)
  const run = await start({ action: 'approve', selection: rowsOf(people) })
  const { body } = await undo(run.id).expect(201)
  expect(body).toMatchObject({ id: run.id, state: 'stopped', done: 0 })
  await work(run.id)
  expect(await statusesOf(people)).toEqual(['pending', 'pending'])
  await undo(run.id).expect(409, { message: 'There is nothing to undo.', code: 'conflict' })
})

it('asks first once people were told, of one decision and of many', async () => {
  const people = await buildPeople(3)
  const run = await start({ action: 'approve', selection: rowsOf(people.slice(1)) })
  await work(run.id)
  const path = `/api/admin/users/${people[0]?.id}`
  const { body: one } = await admin.patch(`${path}/status`).send({ status: 'approved' }).expect(200)
  await mailsAre('sent')
  const single = `/api/admin/decisions/${one.decisionId}/undo`
  const refused = await admin.post(`${single}?ifUntold=true`).expect(409)
  expect(refused.body.code).toBe('already-told')
  expect(await statusesOf(people)).toEqual(['approved', 'approved', 'approved'])
  await admin.post(single).expect(200)
  expect((await undo(run.id, '?ifUntold=true').expect(409)).body).toEqual({
    code: 'already-told',
    message: '2 people were already emailed.',
  })
  const { body } = await undo(run.id).expect(201)
  await work(body.id)
  expect(await statusesOf(people)).toEqual(['pending', 'pending', 'pending'])
})

it.each([
  [['mail'], ['text'], '2 people were already emailed or texted.'],
  [['text'], ['text'], '2 people were already texted.'],
  [['mail', 'text'], ['mail'], '2 people were already emailed.'],
  [['mail', 'text'], ['text'], '2 people were already texted.'],
  [['text'], [], 'One person was already texted.'],
] as const)('says how people were told: by %j, by %j', async (...given) => {
  const [first, second, message] = given
  const people = await buildPeople(2)
  const run = await start({ action: 'approve', selection: rowsOf(people) })
  await work(run.id)
  for (const [index, ways] of [first, second].entries()) {
    const id = people[index]?.id
    for (const way of ways)
      await app.pool.query(
        way === 'mail'
          ? "update mails set status = 'sent' where user_id = $1"
          : `insert into texts (user_id, kind, recipient, segments, status, not_after, decision_id)
             select user_id, 'decision', '+15550100', 1, 'sent', now(), id from decisions where user_id = $1`,
        [id],
      )
  }
  const refused = await undo(run.id, '?ifUntold=true').expect(409)
  expect(refused.body.message).toBe(message)
})

it('is the administrator’s alone', async () => {
  const run = await start({ action: 'approve', selection: rowsOf(await buildPeople(1)) })
  const stranger = await logIn(app, await buildUser(app))
  await stranger.post(`/api/admin/bulk-runs/${run.id}/undo`).expect(403)
  await undo(2_000_000_000).expect(404)
})
