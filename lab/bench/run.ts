import { chmod, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { addManyRows } from '@tests/support/portal/many-rows'
import { createEmptyDatabase, runAs, startTestPostgres } from '@tests/support/portal/postgres'
import { migrateDatabase } from '@server/db/migrate'
import { startObjectStore, type ObjectStore } from '../cluster/engines/object-store'
import { censusName } from './census-names'
import { drive, send } from './drive'
import { jobsFor, type Job } from './jobs'
import { describe, summarize, type Measured, type Report } from './report'
import { serverNames, startServers, type Bench, type ServerName } from './servers'
import { cpuMs, postmasterPid, residentMb } from './usage'

const { values: options } = parseArgs({
  options: {
    people: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '5' },
    clients: { type: 'string', default: '1,16' },
    only: { type: 'string', default: '' },
    json: { type: 'string', default: '' },
    compare: { type: 'string', default: '' },
    set: { type: 'string', multiple: true, default: [] },
    sql: { type: 'string', default: '' },
    storage: { type: 'string', default: 'disk' },
    processes: { type: 'string', default: '1' },
  },
})
const filesPerPerson = 3
const settings = Object.fromEntries(
  options.set.map((setting) => [setting.split('=', 1).join(), setting.replace(/^[^=]*=/, '')]),
)
const roundMs = 1_000
const warmUpMs = 3_000
/** After so long with nothing to do, a process has given back what its work took. */
const restMs = 40_000

/**
 * `npm run lab -- bench`: what people wait for, compared with three floors in the same run. The portal in production
 * mode, over HTTP, with real sessions and 100,000 people with three files each (`--people 1000000`
 * for more). Servers take turns; medians of five rounds. `--only search` runs the jobs with that in
 * their name, `--json FILE` writes the figures, `--compare FILE` compares them with earlier ones.
 * `--set DATABASE_CONNECTIONS=8` gives the portal a setting; `--sql 'drop index …'` changes its database.
 * `--storage s3` keeps documents in Ceph's object store, `--processes 3` has as many portals behind HAProxy: both
 * from the system's packages, as `npm run lab -- cluster` needs them. Needs `npm run build` before it.
 */
async function main(): Promise<void> {
  const people = Number(options.people)
  const store = options.storage === 's3' ? await startStore() : null
  const postgres = await startTestPostgres()
  const database = await createEmptyDatabase(postgres)
  try {
    await migrateDatabase({ url: database.url, ownerUrl: database.url })
    await addManyRows(database.url, {
      users: people,
      filesPerUser: filesPerPerson,
      credentials: 10,
      lastName: censusName(),
    })
    await runAs(
      database.url,
      `alter database "${new URL(database.url).pathname.slice(1)}" set synchronous_commit = on`,
    )
    if (options.sql) await runAs(database.url, options.sql)
    const bench = await startServers(database.url, people, {
      settings: { ...store?.settings, ...settings },
      processes: Number(options.processes),
    })
    try {
      const report = await measureAll({ ...bench, store }, database.url)
      const earlier = options.compare ? await readFile(options.compare, 'utf8') : null
      console.log(describe(report, earlier === null ? null : JSON.parse(earlier)))
      if (options.json) await writeFile(options.json, JSON.stringify(report, null, 2))
    } finally {
      await bench.stop()
    }
  } finally {
    await database.drop()
    await postgres.stop()
    await store?.end()
  }
}

type Scene = Bench & { store: ObjectStore | null }

async function startStore() {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-store-'))
  await chmod(folder, 0o755)
  const store = await startObjectStore(folder)
  return {
    ...store,
    async end() {
      await store.stop()
      await rm(folder, { recursive: true })
    },
  }
}

const residentOfAll = (pids: number[]) => pids.reduce((sum, pid) => sum + residentMb(pid), 0)
const cpuOfAll = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0)

async function measureAll(bench: Scene, databaseUrl: string): Promise<Report> {
  const postmaster = await postmasterPid(databaseUrl)
  await delay(restMs)
  const memoryAtRest = residentOfAll(bench.servers.portal.pids)
  const jobs = jobsFor(bench.stage).filter(({ name }) => name.includes(options.only))
  for (const job of jobs) await checkAnswers(bench, job)

  const measured: Measured[] = []
  for (const job of jobs) {
    await warmUp(bench, job, databaseUrl)
    for (const clients of options.clients.split(',').map(Number)) {
      for (let round = 0; round < Number(options.rounds); round += 1) {
        for (const server of inTurn(round)) {
          measured.push(await measure(bench, { job, clients, server, postmaster }))
          await tidyUp(bench, job, databaseUrl)
        }
      }
      console.error(`${job.name}, ${clients} at once`)
    }
  }
  await delay(restMs)
  const memoryAfter = residentOfAll(bench.servers.portal.pids)
  return {
    people: bench.stage.people,
    startMs: bench.startMs,
    memoryAtRest,
    memoryAfter,
    results: summarize(measured),
  }
}

/** Another server begins each time. */
const inTurn = (round: number): ServerName[] =>
  serverNames.map((_, index) => serverNames[(index + round) % serverNames.length] ?? 'portal')

const asked = (job: Job, server: ServerName) => () =>
  job.nextCall(server === 'portal' ? 'portal' : 'floor')

/** Servers with wrong answers are not timed. */
async function checkAnswers(bench: Bench, job: Job): Promise<void> {
  for (const server of serverNames) {
    const answer = await send(bench.servers[server].targets[job.as], asked(job, server)())
    if (answer.status !== job.status) {
      throw new Error(`${job.name}, ${server}: ${answer.status} ${answer.text}`)
    }
    job.check(answer)
  }
}

/** A process that has just started is slow for its first few thousand calls, which are not measured. */
async function warmUp(bench: Scene, job: Job, databaseUrl: string): Promise<void> {
  for (const server of serverNames) {
    await drive(bench.servers[server].targets[job.as], {
      clients: 16,
      milliseconds: warmUpMs,
      nextCall: asked(job, server),
      status: job.status,
    })
    await tidyUp(bench, job, databaseUrl)
  }
}

async function measure(
  bench: Bench,
  what: { job: Job; clients: number; server: ServerName; postmaster: number },
): Promise<Measured> {
  const { job, clients, server, postmaster } = what
  const { pids, targets } = bench.servers[server]
  const before = { node: cpuOfAll(pids), postgres: cpuMs(postmaster) }
  const load = await drive(targets[job.as], {
    clients,
    milliseconds: job.milliseconds ?? roundMs,
    nextCall: asked(job, server),
    status: job.status,
  })
  return {
    job: job.name,
    clients,
    server,
    ...load,
    nodeMs: (cpuOfAll(pids) - before.node) / load.answered,
    postgresMs: (cpuMs(postmaster) - before.postgres) / load.answered,
  }
}

/** Uploads of a round go before the next, or gigabytes would gather. */
async function tidyUp(bench: Scene, job: Job, databaseUrl: string): Promise<void> {
  if (job.leaves === 'sessions') {
    await runAs(databaseUrl, "delete from sessions where (sess ->> 'ref') is null")
  }
  if (job.leaves !== 'uploads') return
  const kept = /^\/uploads\/([\w-]+)\//.exec(bench.stage.document.path)?.[1] ?? ''
  await runAs(databaseUrl, 'delete from files where claimed_at is null')
  const uploads = bench.portal.env['UPLOADS_DIR'] ?? ''
  if (bench.store) await emptyStore(bench.store, kept)
  else
    for (const folder of [uploads, join(uploads, '.backups')]) {
      await removeAllBut(folder, [kept, '.backups', '.tmp', '.portal'])
    }
  for (const floor of ['floor-bare', 'floor-honest', 'floor-stack']) {
    await removeAllBut(join(bench.portal.folder, floor), [])
  }
}

async function emptyStore({ buckets }: ObjectStore, kept: string): Promise<void> {
  for (const entry of await buckets.list()) {
    const [bucket = '', ...name] = entry.split('/')
    if (!entry.includes(kept) && !entry.endsWith('.portal'))
      await buckets.remove(bucket, name.join('/'))
  }
}

async function removeAllBut(folder: string, kept: string[]): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!kept.includes(name)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

await main()
