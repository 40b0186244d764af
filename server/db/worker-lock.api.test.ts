import { EventEmitter, on, once } from 'node:events'
import { createServer } from 'node:net'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from '@shared/zod'
import { startSharedApp } from '@tests/support/portal/shared-app'
import { connectJobs } from './connect-jobs'
import { keepWorkerLock, type WorkerLock } from './worker-lock'

const app = await startSharedApp()
const silent = pino({ level: 'silent' })
const everyMs = 20
const kept: { lock: WorkerLock; end: () => Promise<void> }[] = []

beforeEach(async () => {
  await app.pool.query('delete from graphile_worker._private_jobs')
  await app.pool.query('delete from graphile_worker._private_job_queues')
  await app.pool.query(
    `select graphile_worker.add_job('read-report', '{}', queue_name => 'reports') from generate_series(1, 2)`,
  )
})
afterEach(async () => {
  for (const { lock, end } of kept.splice(0)) {
    await lock.release()
    await end()
  }
})

/** A runner that has this id, and the lock of its process. */
function startRunner(id: string, lookMs = everyMs) {
  const pool = connectJobs(app.databaseUrl, silent, { connections: 1, keyIds: [] })
  const events = new EventEmitter()
  const lock = keepWorkerLock(pool, events, lookMs)
  events.emit('pool:create', { workerPool: { id } })
  kept.push({ lock, end: () => pool.end() })
  return { lock, events }
}

/** Takes the next job of the queue, as the runner does; null when the queue is blocked. */
async function takeJob(runner: string): Promise<string | null> {
  const { rows } = await app.pool.query<{ id: string }>(
    `with job as (
       select id, job_queue_id from graphile_worker._private_jobs job where job.is_available
         and exists (select from graphile_worker._private_job_queues queue
           where queue.id = job.job_queue_id and queue.is_available)
       order by id limit 1 for update),
     queue as (update graphile_worker._private_job_queues queue set locked_by = $1, locked_at = now()
       from job where queue.id = job.job_queue_id)
     update graphile_worker._private_jobs taken set locked_by = $1, locked_at = now(), attempts = attempts + 1
     from job where taken.id = job.id returning taken.id`,
    [runner],
  )
  return rows[0]?.id ?? null
}

/** Resolves when enough looks have passed to give back what nobody works on. */
async function looked(): Promise<void> {
  const { rows } = await app.pool.query<{ id: string }>(
    "select id from graphile_worker.add_job('send-digest', '{}')",
  )
  const { rowCount } = await app.pool.query(
    "update graphile_worker._private_jobs set locked_by = 'pool-ghost', locked_at = now() where id = $1",
    [rows[0]?.id],
  )
  expect(rowCount).toBe(1)
  const isLocked =
    'select from graphile_worker._private_jobs where id = $1 and locked_by is not null'
  await expect.poll(async () => (await app.pool.query(isLocked, [rows[0]?.id])).rowCount).toBe(0)
}

const endConnections = (id: string) =>
  app.asOwner(
    `select pg_terminate_backend(pid) from pg_locks
     where locktype = 'advisory' and objid = hashtext('${id}')::oid and mode = 'ShareLock'`,
  )

it('what a runner of a dead process held is free soon, and so is its queue', async () => {
  const job = await takeJob('pool-dead')
  // Killed in its middle as often as a job may be tried.
  await app.pool.query(
    'update graphile_worker._private_jobs set attempts = max_attempts where id = $1',
    [job],
  )
  expect(await takeJob('pool-next')).toBeNull()
  await startRunner('pool-living').lock.held()
  await expect.poll(() => takeJob('pool-next')).toBe(job)
})

it('a queue is freed whose job is gone', async () => {
  const job = await takeJob('pool-dead')
  await app.pool.query('delete from graphile_worker._private_jobs where id = $1', [job])
  await startRunner('pool-living').lock.held()
  await expect.poll(() => takeJob('pool-next')).not.toBeNull()
})

it('what a living runner does stays its own, however long it takes, and over a lost connection', async () => {
  const { lock, events } = startRunner('pool-busy', 60_000)
  await lock.held()
  await startRunner('pool-other', 1_000).lock.held()
  const id = await takeJob('pool-busy')
  events.emit('job:start', { job: { id } })
  await endConnections('pool-busy')
  await looked()
  await lock.held()
  expect(await takeJob('pool-next')).toBeNull()
})

it('a job whose end could not be written is given back by the runner that had it', async () => {
  const { lock, events } = startRunner('pool-living')
  await lock.held()
  const id = await takeJob('pool-living')
  events.emit('job:start', { job: { id } })
  await looked()
  expect(await takeJob('pool-next')).toBeNull()
  events.emit('job:complete', { job: { id } })
  await expect.poll(() => takeJob('pool-next')).toBe(id)
})

it('a runner begins nothing while its lock is not held, and can end without it', async () => {
  // Where the database should be, something hangs up.
  const elsewhere = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  const { port } = z.object({ port: z.number() }).parse(elsewhere.address())
  const pool = connectJobs(`postgres://portal@127.0.0.1:${port}/x`, silent, {
    connections: 1,
    keyIds: [],
  })
  const events = new EventEmitter()
  const lock = keepWorkerLock(pool, events, everyMs)
  kept.push({ lock, end: () => pool.end() })
  const tries = on(elsewhere, 'connection')
  events.emit('pool:create', { workerPool: { id: 'pool-away' } })
  const held = lock.held().then(() => 'held')
  for (let count = 0; count < 3; count += 1) {
    expect(await Promise.race([held, tries.next().then(() => 'tried')])).toBe('tried')
  }
  lock.prepareStop()
  expect(await held).toBe('held')
  elsewhere.close()
})
