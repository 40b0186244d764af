import { createHash, timingSafeEqual } from 'node:crypto'
import type { Router } from 'express'
import type { Pool } from 'pg'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { buildInfo } from '../build-info'
import type { Queues } from '../db/read-queues'
import type { DiskSpace, FileStorage } from '../storage/port'
import { standardOutput } from './log-output'
import { measureRequests } from './request-metrics'
import { createRouter } from './routes'
import { rememberShortly } from './health-routes'

/** So that it makes no difference how often, or by how many, is asked. */
const rememberedMs = 5_000

export interface MetricsSources {
  pools: Record<string, Pool>
  countWaitingPasswords: () => number
  readQueues: () => Promise<Queues>
  /** By service, for how many seconds it has not worked. */
  readOutages: () => Promise<Record<string, number>>
  /** Seconds since the last backup was made, or since the first start while there is none; null before that. */
  readBackupAge: () => Promise<number | null>
  /** Documents that readers of this process have missed. */
  countMissing: () => Promise<number>
  /** That the portal found when it last looked at itself. */
  countProblems: () => Promise<number>
  storage: Pick<FileStorage, 'measureDisks'>
}

/** Measures what passes through, and answers `GET /metrics` to whoever sends the token as `Authorization: Bearer`. */
export function createMetrics(token: string, sources: MetricsSources): Router {
  const registry = createRegistry(sources)
  const expected = digest(`Bearer ${token}`)
  const router = createRouter()
  router.use(measureRequests(registry))
  router.get('/metrics', async (req, res) => {
    if (!timingSafeEqual(digest(req.get('Authorization') ?? ''), expected)) {
      res.status(401).set('WWW-Authenticate', 'Bearer').end()
      return
    }
    res.set('Cache-Control', 'no-store').type(registry.contentType)
    res.send(await registry.metrics())
  })
  return router
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Metrics of the process and of what it works with, collected on request. */
function createRegistry(sources: MetricsSources): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  addPools(registry, sources.pools)
  addBuildInfo(registry)
  addGauge(registry, 'portal_passwords_waiting', 'Passwords that wait to be hashed.', () =>
    sources.countWaitingPasswords(),
  )
  addGauge(
    registry,
    'portal_log_lines_dropped',
    'Lines of the log that could not be written since the start.',
    () => standardOutput.dropped,
  )
  addLabeledGauge(
    registry,
    {
      name: 'portal_documents_missing',
      help: 'Documents that readers of this process have missed.',
      label: 'of',
    },
    rememberShortly(async () => {
      const count = await sources.countMissing().catch(() => null)
      return count === null ? null : { 'this process': count }
    }, rememberedMs),
  )
  addQueues(registry, sources.readQueues)
  addOutages(registry, sources.readOutages)
  addBackupAge(registry, sources.readBackupAge)
  addLabeledGauge(
    registry,
    {
      name: 'portal_examination_problems',
      help: 'Problems that the portal found when it last looked at itself.',
      label: 'of',
    },
    rememberShortly(async () => {
      const count = await sources.countProblems().catch(() => null)
      return count === null ? null : { 'all processes': count }
    }, rememberedMs),
  )
  addDisks(registry, sources.storage)
  return registry
}

function addBuildInfo(registry: Registry): void {
  new Gauge({
    name: 'portal_build_info',
    help: 'Always 1; its labels say which version runs.',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set(buildInfo, 1)
}

function addGauge(registry: Registry, name: string, help: string, read: () => number): void {
  const gauge = new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      gauge.set(read())
    },
  })
}

/** Tells what is read, under the values of one label; nothing of what was not read. */
function addLabeledGauge(
  registry: Registry,
  { name, help, label }: { name: string; help: string; label: string },
  read: () => Promise<Record<string, number> | null>,
): void {
  const gauge = new Gauge({
    name,
    help,
    // Without a label it would be told as 0 after every reset.
    labelNames: [label],
    registers: [registry],
    async collect() {
      const values = (await read()) ?? {}
      gauge.reset()
      for (const [at, value] of Object.entries(values)) gauge.set({ [label]: at }, value)
    },
  })
}

function addPools(registry: Registry, pools: Record<string, Pool>): void {
  const define = (name: string, help: string, pick: (pool: Pool) => number) =>
    addLabeledGauge(registry, { name, help, label: 'pool' }, async () =>
      Object.fromEntries(Object.entries(pools).map(([of, pool]) => [of, pick(pool)])),
    )
  define('portal_pool_connections', 'Connections to Postgres.', (pool) => pool.totalCount)
  define('portal_pool_idle', 'Connections to Postgres that are free.', (pool) => pool.idleCount)
  define('portal_pool_max', 'Connections to Postgres at most.', (pool) => pool.options.max ?? 0)
  define('portal_pool_waiting', 'Statements that wait for one.', (pool) => pool.waitingCount)
}

const told = [
  ['jobs', 'Background jobs', ({ jobs }: Queues) => jobs],
  ['mails', 'Mails', ({ mails }: Queues) => mails],
  ['texts', 'Text messages', ({ texts }: Queues) => texts],
  ['scans', 'Documents before their virus check', ({ scans }: Queues) => scans],
] as const

/** While the database does not answer, only that is told: an old count would be a lie. */
function addQueues(registry: Registry, readQueues: () => Promise<Queues>): void {
  const read = rememberShortly(() => readQueues().catch(() => null), rememberedMs)
  const isUp = new Gauge({
    name: 'portal_database_up',
    help: '1 while the database answers.',
    registers: [registry],
    async collect() {
      isUp.set((await read()) ? 1 : 0)
    },
  })
  const define = (name: string, help: string, pick: (queues: Queues) => number) =>
    addLabeledGauge(registry, { name, help, label: 'of' }, async () => {
      const queues = await read()
      return queues && { 'all processes': pick(queues) }
    })
  for (const [name, what, pick] of told) {
    define(`portal_${name}_waiting`, `${what} that are due.`, (all) => pick(all).waiting)
    define(
      `portal_${name}_oldest_seconds`,
      `For how long the oldest of them has been due, attempts that failed included: ${what.toLowerCase()}.`,
      (all) => pick(all).oldestSeconds,
    )
  }
  // A virus check that could not be made isn't counted by itself.
  for (const [name, what, pick] of told.filter(([queue]) => queue !== 'scans')) {
    define(
      `portal_${name}_failing`,
      `${what} that failed at least once and are tried again.`,
      (all) => pick(all).failing,
    )
  }
  define('portal_jobs_failed', 'Jobs without an attempt left.', ({ failedJobs }) => failedJobs)
  define(
    'portal_mails_failed',
    'Mails of the last day that failed for good.',
    ({ failedMails }) => failedMails,
  )
}

/** Not reported for what works, or while the database does not answer. */
function addOutages(registry: Registry, readOutages: MetricsSources['readOutages']): void {
  const facts = {
    name: 'portal_outage_seconds',
    help: 'For how long a service has not worked: email, texts, scanner, storage.',
    label: 'service',
  }
  const read = rememberShortly(() => readOutages().catch(() => null), rememberedMs)
  addLabeledGauge(registry, facts, read)
}

/** Not reported before the first start, or while the database does not answer. */
function addBackupAge(registry: Registry, readAge: () => Promise<number | null>): void {
  const read = rememberShortly(() => readAge().catch(() => null), rememberedMs)
  const facts = {
    name: 'portal_backup_age_seconds',
    help: 'Since the last backup was made, or since the first start while there is none.',
    label: 'of',
  }
  addLabeledGauge(registry, facts, async () => {
    const age = await read()
    return age === null ? null : { 'all processes': age }
  })
}

function addDisks(registry: Registry, storage: MetricsSources['storage']): void {
  const read = rememberShortly(() => storage.measureDisks().catch(() => []), rememberedMs)
  const define = (name: string, help: string, pick: (disk: DiskSpace) => number) =>
    addLabeledGauge(registry, { name, help, label: 'folder' }, async () => {
      const disks = await read()
      return Object.fromEntries(disks.map((disk) => [disk.folder, pick(disk)]))
    })
  define('portal_storage_free_bytes', 'Free on the disk of a folder.', (disk) => disk.freeBytes)
  define('portal_storage_size_bytes', 'Size of the disk of a folder.', (disk) => disk.sizeBytes)
}
