import { describe, expect, it, vi } from 'vitest'
import { rowsOf, startBulkRuns } from '@tests/support/portal/bulk-runs'
import { buildCredential, buildFile, buildUser } from '@tests/support/portal/factories'

const { app, boss, admin, buildPeople, start, work, read, statusesOf } = await startBulkRuns()

const mail = { subject: 'Hi', body: 'There' }
const deleteAll = (filter: object, expected?: number) =>
  ask({ of: 'users', action: 'delete', selection: { filter, expected } })
const ask = (body: object) => admin.post('/api/admin/bulk-runs').send(body)

describe('a run over chosen people', () => {
  it('rejects each with the reason, by the same operation as a click, mail included', async () => {
    const people = await buildPeople(3)
    const run = await start({ action: 'reject', selection: rowsOf(people), reason: 'Too old.' })
    const begun = { of: 'users', action: 'reject', state: 'running' }
    expect(run).toMatchObject({ ...begun, total: 3, done: 0 })
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ state: 'done', done: 3, skipped: 0, failed: 0 })
    expect(await statusesOf(people)).toEqual(people.map(() => 'rejected: Too old.'))
    const { rows: mails } = await app.pool.query("select from mails where kind = 'rejected'")
    expect(mails).toHaveLength(3)
    const { rows: events } = await app.pool.query(
      `select actor_id, ip from audit_events where action = 'user.status-changed' and object = any($1)`,
      [people.map(({ id }) => `user:${id}`)],
    )
    expect(events).toEqual(people.map(() => ({ actor_id: boss.id, ip: '127.0.0.1' })))
  })

  it('asks each the same, and leaves alone who is asked something already or was decided', async () => {
    const people = await buildPeople(3)
    const [first, second, third] = people
    const words = 'We need a newer report. Please upload one.'
    await admin.post(`/api/admin/users/${first?.id}/questions`).send({ words: 'Who?' }).expect(201)
    const run = await start({ action: 'ask', selection: rowsOf(people), reason: words })
    await admin
      .patch(`/api/admin/users/${third?.id}/status`)
      .send({ status: 'approved' })
      .expect(200)
    await work(run.id)
    const after = await read(run.id)
    expect(after).toMatchObject({ state: 'done', done: 1, skipped: 2, failed: 0 })
    expect(after.problems[0]?.why).toBe('This person already has an open question.')
    const { rows } = await app.pool.query('select user_id, words from questions order by id')
    expect(rows).toEqual([
      { user_id: first?.id, words: 'Who?' },
      { user_id: second?.id, words },
    ])
    await ask({ of: 'users', action: 'ask', selection: rowsOf(people) }).expect(400)
  })

  it('leaves alone and names who was decided, deleted or as wanted already', async () => {
    const [fine, other, gone] = [await buildUser(app), await buildUser(app), await buildUser(app)]
    const name = { firstName: 'Al', lastName: 'Ready' }
    const approved = await buildUser(app, { ...name, status: 'approved' })
    const selection = rowsOf([fine, other, gone, approved])
    const run = await start({ action: 'approve', selection })
    await admin
      .patch(`/api/admin/users/${other.id}/status`)
      .send({ status: 'rejected' })
      .expect(200)
    await admin.delete(`/api/admin/users/${gone.id}`).expect(200)
    await work(run.id)
    const after = await read(run.id)
    expect(after).toMatchObject({ state: 'done', total: 4, done: 1, skipped: 3, failed: 0 })
    const why = 'The status was changed to rejected in the meantime. Please look again.'
    const outcome = 'skipped'
    expect(after.problems).toEqual([
      { id: other.id, name: `${other.firstName} ${other.lastName}`, outcome, why },
      { id: gone.id, name: null, outcome, why: 'Deleted in the meantime.' },
      { id: approved.id, name: 'Al Ready', outcome, why: 'Already approved.' },
    ])
    expect(await statusesOf([fine, other])).toEqual(['approved', 'rejected'])
  })

  it('skips referrers, who have not applied, by name', async () => {
    const partner = await buildUser(app)
    const name = { firstName: 'Zoë', lastName: 'Lind' }
    const referrer = await buildUser(app, { ...name, kind: 'referrer' })
    const run = await start({ action: 'approve', selection: rowsOf([partner, referrer]) })
    await work(run.id)
    const after = await read(run.id)
    expect(after).toMatchObject({ state: 'done', done: 1, skipped: 1, failed: 0 })
    const why = 'A referrer has not applied, so there is nothing to approve.'
    expect(after.problems).toEqual([{ id: referrer.id, name: 'Zoë Lind', outcome: 'skipped', why }])
    expect(await statusesOf([partner, referrer])).toEqual(['approved', 'pending'])
  })

  it('never touches the administrator, and says so', async () => {
    for (const action of ['approve', 'reject', 'delete']) {
      const basedOn = action === 'approve' ? 'pending' : boss.status
      const selection = { rows: [{ id: boss.id, basedOn }] }
      const run = await start({ action, selection })
      await work(run.id)
      const { done, failed, skipped } = await read(run.id)
      expect([done, failed + skipped]).toEqual([0, 1])
    }
    await admin.get('/api/user').expect(200)
  })

  it('deletes each, but no one whose status is another by now', async () => {
    const [gone, changed] = [await buildUser(app), await buildUser(app)]
    const run = await start({ action: 'delete', selection: rowsOf([gone, changed]) })
    await admin.patch(`/api/admin/users/${changed.id}/status`).send({ status: 'approved' })
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ done: 1, skipped: 1 })
    expect(await statusesOf([gone, changed])).toEqual(['approved'])
  })

  it('writes to each by name, and not at all without a text', async () => {
    const people = [
      await buildUser(app, { firstName: 'Ann', email: 'ann@partner.example' }),
      await buildUser(app, { firstName: 'Ben', email: 'ben@partner.example' }),
    ]
    const selection = rowsOf(people)
    const body = { of: 'users', action: 'email', selection }
    await ask(body).expect(400)
    const run = await start({ ...body, mail: { subject: 'Hi {{firstName}}', body: 'Welcome.' } })
    await work(run.id)
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ state: 'done', done: 2 })
    const { rows } = await app.pool.query('select recipient, subject from mails order by recipient')
    expect(rows).toEqual([
      { recipient: 'ann@partner.example', subject: 'Hi Ann' },
      { recipient: 'ben@partner.example', subject: 'Hi Ben' },
    ])
  })

  it('writes a template to those whose application it fits, and says why not to the others', async () => {
    const people = [await buildUser(app), await buildUser(app, { status: 'approved' })]
    const news = { subject: 'Good news', body: 'You are in.', template: 'approved' }
    const run = await start({ action: 'email', selection: rowsOf(people), mail: news })
    await work(run.id)
    const after = await read(run.id)
    expect(after.done).toBe(1)
    expect(after.problems[0]?.why).toMatch(
      /^“Application Approved” doesn’t fit: .* is waiting for a decision\.$/,
    )
    const { rows } = await app.pool.query('select user_id from mails')
    expect(rows).toEqual([{ user_id: people[1]?.id }])
  })

  it('takes each once, however often it is chosen', async () => {
    const person = await buildUser(app)
    const run = await start({ action: 'approve', selection: rowsOf([person, person]) })
    expect(run.total).toBe(1)
  })
})

describe('a run over what a filter shows', () => {
  it('is about those who match when it starts, and no one who comes later', async () => {
    const people = await buildPeople(3, { lastName: 'Filtered' })
    await buildUser(app, { lastName: 'Filtered', status: 'approved' })
    const filter = { search: 'filtered', status: 'pending' }
    const run = await start({ action: 'approve', selection: { filter, expected: 3 } })
    const late = await buildUser(app, { lastName: 'Filtered' })
    await work(run.id)
    expect(await read(run.id)).toMatchObject({ total: 3, done: 3 })
    expect(await statusesOf(people)).toEqual(Array(3).fill('approved'))
    expect(await statusesOf([late])).toEqual(['pending'])
  })

  it('does not start when someone else is shown by now, though there are as many', async () => {
    const [known] = await buildPeople(2, { lastName: 'Exchanged' })
    const search = 'exchanged'
    const { headers } = await admin.get('/api/admin/users').query({ search, status: 'pending' })
    await app.pool.query("update users set status = 'rejected' where id = $1", [known?.id])
    await buildUser(app, { lastName: 'Exchanged' })
    const selection = { filter: { search, status: 'pending' }, expected: 2 }
    const shownAt = headers['x-shown-at']
    const run = { of: 'users', action: 'approve' }
    await ask({ ...run, selection: { ...selection, shownAt } }).expect(409)
    await ask({ ...run, selection }).expect(201)
  })

  it('does not start when the filter shows another number, or no one, by now', async () => {
    await buildPeople(2)
    const { body } = await deleteAll({ status: 'pending' }, 3).expect(409)
    expect(body.message).toBe('The list has changed: it now shows 2 users. Please look again.')
    await deleteAll({ status: 'rejected' }).expect(409)
    const from = new Date(Date.now() + 60_000).toISOString()
    await deleteAll({ from }).expect(409)
    const { rows } = await app.pool.query('select from bulk_runs')
    expect(rows).toEqual([])
  })

  it('covers all when nothing is filtered, but never the administrator', async () => {
    await buildPeople(2)
    const run = await start({ action: 'reject', selection: { filter: {} } })
    expect(run.total).toBe(2)
  })
})

describe('a run over reports', () => {
  it('rejects or deletes them, and writes to none', async () => {
    const files = [await buildFile(app), await buildFile(app)]
    const selection = rowsOf(files)
    const run = await start({ of: 'files', action: 'reject', selection, reason: 'Blurred' })
    await work(run.id)
    const { body } = await admin.get('/api/admin/files?status=rejected').expect(200)
    expect(body).toMatchObject([{ statusReason: 'Blurred' }, { statusReason: 'Blurred' }])
    await ask({ of: 'files', action: 'email', selection, mail }).expect(400)
    const filter = { status: 'rejected' }
    const deletion = await start({ of: 'files', action: 'delete', selection: { filter } })
    await work(deletion.id)
    expect(await read(deletion.id)).toMatchObject({ done: 2 })
    expect((await admin.get('/api/admin/files')).body).toEqual([])
  })

  it('is about what a filter for quarantine shows, and nothing else', async () => {
    const waiting = await buildFile(app, { quarantine: 'waiting' })
    await buildFile(app)
    const filter = { quarantine: 'any' }
    const run = await start({ of: 'files', action: 'delete', selection: { filter, expected: 1 } })
    await work(run.id)
    const { body } = await admin.get('/api/admin/files')
    expect(body).toHaveLength(1)
    expect(body[0].id).not.toBe(waiting.id)
  })
})

describe('a run over shared logins', () => {
  it('rejects or deletes them like a click, and writes to none', async () => {
    const owner = await buildUser(app)
    const logins = [await buildCredential(app, { owner }), await buildCredential(app)]
    const selection = rowsOf(logins)
    const of = 'credentials'
    const run = await start({ of, action: 'reject', selection, reason: 'Wrong password' })
    await work(run.id)
    const { rows } = await app.pool.query(
      'select status, status_reason as reason from monitoring_credentials',
    )
    const rejected = { status: 'rejected', reason: 'Wrong password' }
    expect(rows).toEqual([rejected, rejected])
    const { rows: mails } = await app.pool.query('select recipient from mails')
    expect(mails).toEqual([{ recipient: owner.email }])

    const again = await start({ of, action: 'approve', selection })
    await work(again.id)
    const { problems } = await read(again.id)
    expect(problems.map(({ name }) => name)).toEqual(logins.map(({ serviceName }) => serviceName))
    await ask({ of, action: 'email', selection, mail }).expect(400)
    const filter = { userId: String(owner.id) }
    const deletion = await start({ of, action: 'delete', selection: { filter, expected: 1 } })
    await work(deletion.id)
    expect(await read(deletion.id)).toMatchObject({ done: 1 })
    const { body } = await admin.get('/api/admin/credentials/overview').expect(200)
    expect(body).toMatchObject([{ id: logins[1]?.id }])
  })
})

it('a search that takes too long chooses nothing, and is told so', async () => {
  await buildFile(app)
  const request = { of: 'files', action: 'approve', selection: { filter: { search: '' } } }
  const lock = await app.pool.connect()
  const isCanceled = async () => {
    // As Postgres does once the time of a statement is up.
    const { rowCount } = await app.pool.query(
      `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database()
         and wait_event_type = 'Lock' and query like '% limit %'`,
    )
    expect(rowCount).toBe(1)
  }
  for (const path of ['', '/check']) {
    await lock.query('begin; lock table files in access exclusive mode')
    const answered = Promise.resolve(admin.post(`/api/admin/bulk-runs${path}`).send(request))
    await vi.waitFor(isCanceled, { timeout: 30_000 })
    const { status, body } = await answered
    await lock.query('rollback')
    expect([status, body.message]).toEqual([
      400,
      'This search takes too long to select everything. Please narrow it down.',
    ])
  }
  lock.release()
  const { rows } = await app.pool.query('select from bulk_runs')
  expect(rows).toEqual([])
})
