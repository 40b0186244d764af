import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { logIn } from '@tests/support/portal/agents'
import { rowsOf, startBulkRuns } from '@tests/support/portal/bulk-runs'
import { buildUser, buildCredential, buildFile, readReport } from '@tests/support/portal/factories'
import { meetAtLock, seeWaiting } from '@tests/support/portal/meet-at-lock'
import { removeOldRuns } from './queries'

const { app, boss, admin, buildPeople, start, work, read, statusesOf } = await startBulkRuns()

const holding = ({ id }: { id: number }) => ({
  statement: 'select 1 from users where id = $1 for update',
  id,
})

describe('a run', () => {
  it('that is stopped while it has someone in hand is done with them before it says so', async () => {
    const person = await buildUser(app)
    const people = [person, ...(await buildPeople(19))]
    const run = await start({ action: 'approve', selection: rowsOf(people) })
    const [, stopped] = await meetAtLock(app, holding(person), async () => {
      const working = work(run.id)
      await seeWaiting(app, 1)
      return Promise.all([working, admin.post(`/api/admin/bulk-runs/${run.id}/stop`)])
    })
    expect(stopped.body).toMatchObject({ state: 'stopped' })
    expect(stopped.body.done).toBeGreaterThan(0)
    expect(await read(run.id)).toEqual(stopped.body)
    const approved = (await statusesOf(people)).filter((one) => one === 'approved')
    expect(approved).toHaveLength(stopped.body.done)
  })

  it('that was stopped with the last one in hand stays stopped', async () => {
    const run = await start({ action: 'approve', selection: rowsOf(await buildPeople(1)) })
    await app.pool.query("update bulk_run_items set outcome = 'done' where run_id = $1", [run.id])
    await admin.post(`/api/admin/bulk-runs/${run.id}/stop`).expect(200)
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ state: 'stopped', done: 1 })
  })

  it('is not done as long as another process has the last one in hand', async () => {
    const run = await start({ action: 'approve', selection: rowsOf(await buildPeople(1)) })
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`select from bulk_run_items where run_id = ${run.id} for update`)
      await work(run.id)
    })
    expect(await read(run.id)).toMatchObject({ state: 'running', done: 0 })
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ state: 'done', done: 1 })
  })

  it('that is stopped touches no one else, and does not end twice', async () => {
    const people = await buildPeople(2)
    const run = await start({ action: 'approve', selection: rowsOf(people) })
    const { body } = await admin.post(`/api/admin/bulk-runs/${run.id}/stop`).expect(200)
    expect(body).toMatchObject({ state: 'stopped', done: 0, total: 2 })
    await work(run.id)
    expect(await statusesOf(people)).toEqual(['pending', 'pending'])
    await admin.post(`/api/admin/bulk-runs/${run.id}/stop`).expect(409)
    expect(await read(run.id)).toMatchObject({ state: 'stopped' })
  })

  it('is gone on with by the next job when a process stops in the middle', async () => {
    const people = await buildPeople(3)
    const run = await start({ action: 'approve', selection: rowsOf(people) })
    await work(run.id, AbortSignal.abort())
    expect(await read(run.id)).toMatchObject({ state: 'running', done: 1 })
    const { rows } = await app.pool.query(
      "select from graphile_worker.jobs where key = $1 and task_identifier = 'work-on-bulk-run'",
      [`bulk-run:${run.id}`],
    )
    expect(rows).toHaveLength(1)
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ state: 'done', done: 3 })
  })

  it('that two processes work on does each once', async () => {
    const mail = { subject: 'Hi', body: 'There' }
    const run = await start({ action: 'email', selection: rowsOf(await buildPeople(12)), mail })
    await Promise.all([work(run.id), work(run.id), work(run.id)])
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ state: 'done', done: 12 })
    const { rows } = await app.pool.query('select from mails')
    expect(rows).toHaveLength(12)
  })

  it('that fails in the middle of one person leaves nothing of it, and goes on', async () => {
    const [first, second] = [await buildUser(app), await buildUser(app)]
    await app.asOwner(`
    create function refuse_one() returns trigger language plpgsql as
      $$ begin if new.subject_id = ${first.id} then raise 'no'; end if; return new; end $$;
    create trigger refuse_one before insert on decisions
      for each row execute function refuse_one();`)
    const run = await start({ action: 'approve', selection: rowsOf([first, second]) })
    await work(run.id)
    await app.asOwner('drop trigger refuse_one on decisions')
    const after = await read(run.id)
    expect(after).toMatchObject({ state: 'done', done: 1, failed: 1 })
    expect(after.problems[0]?.why).toBe('Something went wrong. Please try again.')
    expect(await statusesOf([first, second])).toEqual(['pending', 'approved'])
  })

  it('tries someone again whom Postgres refused in favor of another transaction', async () => {
    const people = await buildPeople(1)
    const run = await start({ action: 'approve', selection: rowsOf(people) })
    await app.asOwner(`
    create sequence refusals;
    create function refuse_first() returns trigger language plpgsql security definer as $$ begin
      if nextval('refusals') = 1 then raise 'deadlock detected' using errcode = '40P01'; end if;
      return new;
    end $$;
    create trigger refuse_first before update on users
      for each row execute function refuse_first();`)
    await work(run.id)
    await app.asOwner('drop trigger refuse_first on users')
    expect(await read(run.id)).toMatchObject({ state: 'done', done: 1, failed: 0 })
    expect(await statusesOf(people)).toEqual(['approved'])
  })

  it('does nothing that it cannot note, so that a retry does no one twice', async () => {
    const people = await buildPeople(1)
    const run = await start({ action: 'approve', selection: rowsOf(people) })
    await app.asOwner(`
    create function refuse_note() returns trigger language plpgsql as
      $$ begin raise 'no'; end $$;
    create trigger refuse_note before update on bulk_run_items
      for each row execute function refuse_note();`)
    await expect(work(run.id)).rejects.toThrow()
    await app.asOwner('drop trigger refuse_note on bulk_run_items')
    expect(await statusesOf(people)).toEqual(['pending'])
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ state: 'done', done: 1, skipped: 0 })
  })

  it('is listed newest first, and forgotten a while after it has ended', async () => {
    const selection = rowsOf(await buildPeople(1))
    const first = await start({ action: 'approve', selection })
    const second = await start({ action: 'reject', selection })
    const { body } = await admin.get('/api/admin/bulk-runs?of=users').expect(200)
    expect(body.map(({ id }: { id: number }) => id)).toEqual([second.id, first.id])
    expect((await admin.get('/api/admin/bulk-runs?of=files').expect(200)).body).toEqual([])
    await work(first.id)
    await removeOldRuns(app.db, 30)
    await read(first.id)
    await app.pool.query("update bulk_runs set created_at = now() - interval '31 days'")
    await removeOldRuns(app.db, 30)
    await admin.get(`/api/admin/bulk-runs/${first.id}`).expect(404)
    await read(second.id)
  })

  it('goes on when the administrator who started it has logged out', async () => {
    const people = await buildPeople(2)
    const elsewhere = await logIn(app, boss)
    const { body } = await elsewhere
      .post('/api/admin/bulk-runs')
      .send({ of: 'users', action: 'approve', selection: rowsOf(people) })
      .expect(201)
    await elsewhere.post('/api/logout').expect(200)
    await work(body.id)
    expect(await read(body.id)).toMatchObject({ state: 'done', done: 2 })
  })
})

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
