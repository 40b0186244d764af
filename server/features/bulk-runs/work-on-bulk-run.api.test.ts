import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { rowsOf, startBulkRuns } from '@tests/support/portal/bulk-runs'
import { logIn } from '@tests/support/portal/agents'
import { buildUser } from '@tests/support/portal/factories'
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
