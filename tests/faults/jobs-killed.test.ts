import { Client, DatabaseError } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { addedJobNames, addedJobs, type AddedJob, type PayloadOf } from '@server/db/add-job'
import { startPortalProcess } from '../support/portal/portal-process'
import { cloneDatabase, startTestPostgres } from '../support/portal/postgres'
import { jobsOfClock } from '@server/jobs'

/** As many as a process runs at a time. */
const atOnce = 4
const minuteMs = 60_000

/** Something to do for each job that the portal adds. */
const payloads: { [Name in AddedJob]: PayloadOf<Name> } = {
  'remove-contents': { storageKeys: [] },
  'send-mail': { mailId: 1 },
  'send-text': { textId: 1 },
  'send-digest': {},
  'request-password-reset': { email: 'nobody@partner.example', ip: null },
  'send-email-change-link': { userId: 1 },
  'read-report': { versionId: 1 },
  'work-on-bulk-run': { runId: 1 },
}
const jobs = [
  ...addedJobNames.map((name) => ({ name, queue: addedJobs[name].queue, payload: payloads[name] })),
  ...Object.entries(jobsOfClock).map(([name, { queue = null }]) => ({ name, queue, payload: {} })),
]

async function openDatabase() {
  const postgres = await startTestPostgres()
  const database = await cloneDatabase(postgres)
  const [client, locker] = [database.url, database.url].map((url) => new Client(url))
  if (!client || !locker) throw new Error('No connection.')
  await Promise.all([client.connect(), locker.connect()])
  onTestFinished(async () => {
    await Promise.all([client.end(), locker.end()])
    await database.drop()
    await postgres.stop()
  })
  return { url: database.url, client, locker }
}

/** Whatever a job wants of a table, it waits. */
const lockTables = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('lock table public.%I in access exclusive mode', name);
  end loop; end $$`

/** A portal that has just started may want the same tables in another order. */
async function lockAll(locker: Client): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await locker.query('begin')
    try {
      await locker.query(lockTables)
      return
    } catch (error) {
      const isDeadlock = error instanceof DatabaseError && error.code === '40P01'
      if (!isDeadlock || tries === 5) throw error
      await locker.query('rollback')
    }
  }
}

async function add(client: Client, added: typeof jobs): Promise<string[]> {
  const ids: string[] = []
  for (const { name, queue, payload } of added) {
    const { rows } = await client.query<{ id: string }>(
      `select id from graphile_worker.add_job($1, $2::json, queue_name => $3, priority => -10)`,
      [name, JSON.stringify(payload), queue],
    )
    ids.push(...rows.map(({ id }) => id))
  }
  return ids
}

const begun = 'select id from graphile_worker.jobs where id = any($1::bigint[]) and attempts > 0'
const locked =
  'select id, task_identifier as name from graphile_worker.jobs where id = any($1::bigint[]) and locked_by is not null'
const left = 'select task_identifier as name from graphile_worker.jobs where id = any($1::bigint[])'

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'each job, and the next of its queue, is done within a minute of the start after a %s in its middle',
  { timeout: 6 * minuteMs },
  async (signal) => {
    const { url, client, locker } = await openDatabase()
    let portal = await startPortalProcess({ DATABASE_URL: url })
    onTestFinished(() => portal.stop())
    const interrupted = new Set<string>()
    const ids: string[] = []
    for (let first = 0; first < jobs.length; first += atOnce) {
      await lockAll(locker)
      const round = await add(client, jobs.slice(first, first + atOnce))
      ids.push(...round)
      const count = async () => {
        const waiting = await client.query(left, [round])
        const running = await client.query(begun, [round])
        return Number(waiting.rowCount) - Number(running.rowCount)
      }
      await expect.poll(count, { timeout: minuteMs }).toBe(0)
      const ended = signal === 'SIGKILL' ? portal.kill() : portal.end()
      if (signal === 'SIGKILL') await ended
      const { rows } = await client.query<{ name: string }>(locked, [round])
      for (const { name } of rows) interrupted.add(name)
      await locker.query('rollback')
      await ended
      portal = await startPortalProcess({ DATABASE_URL: url }, portal)
    }
    // The others touch no table before they end.
    expect(interrupted.size).toBeGreaterThan(jobs.length / 2)
    ids.push(...(await add(client, jobs)))
    const namesLeft = async () =>
      (await client.query<{ name: string }>(left, [ids])).rows.map(({ name }) => name)
    await expect.poll(namesLeft, { timeout: minuteMs }).toEqual([])
  },
)

/** Of which minute each job of the clock was added, however often. */
const noteTicks = `create table public.noted_ticks (name text, tick timestamptz);
  create function public.note_tick() returns trigger language plpgsql as $$ begin
    insert into public.noted_ticks
      select task.identifier, (new.payload -> '_cron' ->> 'ts')::timestamptz
      from graphile_worker._private_tasks task where task.id = new.task_id;
    return new;
  end $$;
  create trigger note_tick after insert or update of payload on graphile_worker._private_jobs
    for each row when (new.payload -> '_cron' is not null) execute function public.note_tick()`

const everyMinute = Object.entries(jobsOfClock)
  .filter(([, { cron }]) => cron === '* * * * *')
  .map(([name]) => name)
  .toSorted()

const writesTick = `select pid, to_timestamp(60 * floor(extract(epoch from now()) / 60)) as tick
  from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%known_crontabs%'`

it.each([
  { how: 'SIGTERM' },
  { how: 'SIGKILL', and: 'its tick is written by Postgres nevertheless' },
  { how: 'SIGKILL', and: 'its tick is lost' },
])(
  'what the clock begins at the turn of a minute is begun once, and done within a minute of the start after a $how: $and',
  { timeout: 6 * minuteMs },
  async ({ how, and }) => {
    const { url, client, locker } = await openDatabase()
    const before = await startPortalProcess({ DATABASE_URL: url })
    onTestFinished(() => before.stop())
    await client.query(noteTicks)
    // A portal that has just started may still be writing which jobs it knows: that is no tick.
    const readKnown = async () =>
      (await client.query('select from graphile_worker._private_known_crontabs')).rowCount
    await expect
      .poll(readKnown, { timeout: minuteMs })
      .toBeGreaterThanOrEqual(Object.keys(jobsOfClock).length)
    await locker.query('begin')
    await locker.query('lock table graphile_worker._private_known_crontabs in exclusive mode')
    const readTurn = async () =>
      (await client.query<{ pid: number; tick: Date }>(writesTick)).rows[0] ?? null
    await expect.poll(readTurn, { timeout: 2 * minuteMs, interval: 20 }).not.toBeNull()
    const turn = await readTurn()
    const ended = how === 'SIGKILL' ? before.kill() : before.end()
    if (how === 'SIGKILL') await ended
    if (and === 'its tick is lost')
      await client.query('select pg_terminate_backend($1)', [turn?.pid])
    await locker.query('rollback')
    await ended
    const after = await startPortalProcess({ DATABASE_URL: url }, before)
    onTestFinished(() => after.stop())
    const readDone = async () => {
      const { rows } = await client.query<{ name: string }>(
        `select name from noted_ticks where tick = $1 and name = any($2)
           and not exists (select from graphile_worker.jobs where task_identifier = name and run_at <= $1)
         order by name`,
        [turn?.tick, everyMinute],
      )
      return rows.map(({ name }) => name)
    }
    await expect.poll(readDone, { timeout: minuteMs }).toEqual(everyMinute)
  },
)
