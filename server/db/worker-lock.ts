import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type { Pool, PoolClient } from 'pg'

/** The first half of each lock's key; the second is the hash of the runner's id. */
const workerLock = 5_140_004
const lookMs = 5_000
const retryMs = 250
/** A runner whose lock went with a restart of Postgres takes it again before the last of so many looks. */
const looksToAbandon = 4

export interface WorkerLock {
  /** Resolves while the lock is held. A job that is begun without it could be taken for a dead process's. */
  held(): Promise<void>
  /** Lets `held` resolve, so that the runner can end. */
  prepareStop(): void
  release(): Promise<void>
}

/**
 * Holds a lock for as long as this process lives, on a connection of its own, and gives back jobs, and the queues they
 * block, that nobody works on: those of a runner whose lock nobody holds, and of this one those that it is not running,
 * because their end was not written. Left to itself, graphile-worker (0.17.3) gives them back after four hours.
 */
export function keepWorkerLock(pool: Pool, events: WorkerEvents, everyMs = lookMs): WorkerLock {
  const stopping = new AbortController()
  const { signal } = stopping
  const gate = new EventEmitter()
  let isOpen = false
  const open = () => {
    isOpen = true
    gate.emit('open')
  }
  const running = new Set<string>()
  events.on('job:start', ({ job }) => running.add(job.id))
  events.on('job:complete', ({ job }) => running.delete(job.id))
  let living: Promise<void> | undefined

  async function holdOnce(runnerId: string): Promise<void> {
    const client = await pool.connect()
    const lost = new AbortController()
    client.once('end', () => lost.abort())
    const ended = AbortSignal.any([signal, lost.signal])
    try {
      await takeLock(client, runnerId)
      open()
      const looks = new Map<string, number>()
      for (;;) {
        await giveBack(client, await findAbandoned(client, { runnerId, running, looks }))
        await delay(everyMs, undefined, { signal: ended, ref: false })
      }
    } finally {
      isOpen = signal.aborted
      // The lock ends with its connection.
      client.release(true)
    }
  }

  async function live(runnerId: string): Promise<void> {
    while (!signal.aborted) {
      await holdOnce(runnerId).catch(() => undefined)
      // Not all processes at the same moment.
      if (!signal.aborted) await delay(retryMs * (0.5 + Math.random()), undefined, { ref: false })
    }
  }

  events.once('pool:create', ({ workerPool }) => {
    living = live(workerPool.id)
  })
  return {
    held: async () => {
      if (!isOpen) await once(gate, 'open')
    },
    prepareStop: open,
    async release() {
      stopping.abort()
      await living
    },
  }
}

/** Shared, so that it is taken at once while Postgres still knows a lost connection of this process. */
async function takeLock(client: PoolClient, runnerId: string): Promise<void> {
  // A machine that lost its power closes no connection.
  await client.query(`set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5;
    set tcp_keepalives_count = 3; set idle_session_timeout = 0`)
  await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [workerLock, runnerId])
}

interface AbandonedJob {
  id: string
  holder: string
}

/** Jobs that several looks in a row found without anybody who works on them. */
async function findAbandoned(
  client: PoolClient,
  seen: { runnerId: string; running: ReadonlySet<string>; looks: Map<string, number> },
): Promise<AbandonedJob[]> {
  const { runnerId, running, looks } = seen
  const { rows } = await client.query<AbandonedJob>(
    `select id, locked_by as holder from graphile_worker._private_jobs
     where locked_by is not null and case when locked_by = $2 then id <> all ($3::bigint[])
       else pg_try_advisory_xact_lock($1, hashtext(locked_by)) end`,
    [workerLock, runnerId, [...running]],
  )
  const counted = rows.map((row) => ({ row, key: `${row.id} ${row.holder}` }))
  const counts = counted.map(({ key }) => [key, (looks.get(key) ?? 0) + 1] as const)
  looks.clear()
  for (const [key, count] of counts) looks.set(key, count)
  return counted.filter(({ key }) => (looks.get(key) ?? 0) >= looksToAbandon).map(({ row }) => row)
}

/** A job is never given up because its process was killed too often. */
async function giveBack(client: PoolClient, jobs: AbandonedJob[]): Promise<void> {
  if (jobs.length > 0)
    await client.query(
      `update graphile_worker._private_jobs job
       set locked_by = null, locked_at = null, attempts = least(attempts, max_attempts - 1)
       from unnest($1::bigint[], $2::text[]) abandoned(id, holder)
       where job.id = abandoned.id and job.locked_by = abandoned.holder`,
      [jobs.map(({ id }) => id), jobs.map(({ holder }) => holder)],
    )
  // A queue is locked together with a job of it.
  await client.query(
    `update graphile_worker._private_job_queues queue set locked_by = null, locked_at = null
     from (select id, locked_by from graphile_worker._private_job_queues blocked
       where locked_by is not null and not exists (select from graphile_worker._private_jobs job
         where job.job_queue_id = blocked.id and job.locked_by = blocked.locked_by)) abandoned
     where queue.id = abandoned.id and queue.locked_by = abandoned.locked_by`,
  )
}
