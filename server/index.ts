import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createApp } from './app'
import { buildInfo } from './build-info'
import { connectPortal } from './connect-portal'
import { shareConnections } from './db/client'
import { configuredDatabase, type DatabaseUrls } from './db/database-urls'
import { startEmbeddedPostgres } from './db/embedded/start'
import { connectJobs } from './db/connect-jobs'
import { migrateDatabase } from './db/migrate'
import { waitForDatabase } from './db/wait-for-database'
import { checkConnections } from './doctor/check-database'
import { EnvironmentError, loadEnv, type Env } from './env'
import { explainFailure } from './explain-failure'
import { ensureAdmin } from './features/accounts/ensure-admin'
import { canChangeTrail } from './features/audit/record-event'
import { sweepStorage } from './features/files/delete-file'
import { findMissing } from './features/files/missing-contents'
import { findFolderFaults } from './folders'
import { prepareStop } from './graceful-stop'
import { findDisagreements, settleInTime } from './identity'
import { secretIds } from './identity-secrets'
import { clientFolder } from './install-folder'
import { createHttpServer, drain, logBrokenRequests } from './http/http-server'
import { createLogger } from './http/logger'
import { startJobs, surviveLostJobs } from './jobs'
import { warnOfWeaknesses } from './warn-of-weaknesses'

/** After a reboot, or a failover, Postgres may be ready later than the portal. */
const databaseWaitSeconds = 60
const drainMs = 30_000
const stopMs = 40_000
/** What agreed when the portal was started is looked at again after so long. */
const settledMs = 10_000

let log: Logger | undefined
const stopping = prepareStop(stopMs, (line) => log?.info(line))
// A full disk must not end what still serves.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

async function start(env: Env): Promise<void> {
  const logger = createLogger(env)
  log = logger
  logger.info(buildInfo, 'portal is starting')
  const faults = await findFolderFaults(env, { makes: true })
  if (faults.length > 0) throw new EnvironmentError(faults)
  const databaseUrl = await prepareDatabase(env, logger)
  const portal = await connectPortal(env, databaseUrl, logger)
  stopping.add(() => portal.close())
  const { db, storage, passwords } = portal.deps
  const [getId, room] = await Promise.all([
    settleInTime({ ...portal.deps, databaseUrl }, endWith),
    checkConnections(db, { processes: 1, connectionsEach: env.databaseConnections }),
  ])
  const settledAt = performance.now()
  const shares = shareConnections(env.databaseConnections)
  const jobsPool = connectJobs(databaseUrl, logger, {
    connections: shares.jobs,
    keyIds: secretIds(env).dataKeys,
  })
  stopping.add(() => jobsPool.end())
  portal.pools['jobs'] = jobsPool
  await ensureAdmin({
    db,
    passwords,
    email: env.adminEmail,
    password: env.adminPassword,
    isOneTime: env.secondFactorIsRequired,
  })
  warnOfWeaknesses(env, logger)
  if (env.isHttps && (await canChangeTrail(db))) {
    logger.warn('the portal could change its own audit trail: see MIGRATION_DATABASE_URL')
  }
  if (room.level !== 'ok') logger.warn(`connections to Postgres: ${room.what}`)

  surviveLostJobs(logger)
  const jobs = startJobs(portal.deps, jobsPool, stopping.hasBegun)
  stopping.add(async () => (await jobs).stop())

  // Under `npm run dev` Vite serves the pages.
  const clientDir = existsSync(`${clientFolder}/index.html`) ? clientFolder : null
  const server = createHttpServer(
    createApp({
      ...portal.deps,
      clientDir,
      isStopping: stopping.hasBegun,
      findDisagreements: async () => {
        const id = getId()
        if (id === null) return ['the object store has not answered yet']
        const missing = await findMissing(portal.deps)
        // The start itself has just looked.
        if (performance.now() - settledAt < settledMs) return missing
        return [...(await findDisagreements(portal.deps, id)), ...missing]
      },
    }),
  )
  logBrokenRequests(server, logger)
  async function openPort(): Promise<void> {
    await listen(server, env)
    stopping.add(() => drain(server, drainMs - env.stopDelayMs))
    stopping.add(() => delay(env.stopDelayMs))
  }
  await Promise.all([jobs, openPort()])
  sweepStorage(db, storage, logger).catch(() => logger.warn('the storage sweep did not finish'))
  logger.info({ url: env.publicOrigin }, 'portal is ready')
}

/** The database of the settings, waited for, or the embedded one; migrated unless someone else does it. */
async function prepareDatabase(env: Env, logger: Logger): Promise<string> {
  const database = configuredDatabase(env) ?? (await startOwnDatabase(env, logger))
  if (env.databaseUrl) {
    const seconds = databaseWaitSeconds
    await waitForDatabase(database.url, logger, { seconds })
    if (env.migrationUrl) {
      await waitForDatabase(env.migrationUrl, logger, {
        seconds,
        setting: 'MIGRATION_DATABASE_URL',
      })
    }
  }
  if (env.migrate) {
    const onWait = () => logger.info('waiting for another process to migrate')
    await migrateDatabase(database, { onWait })
  }
  return database.url
}

async function startOwnDatabase(env: Env, logger: Logger): Promise<DatabaseUrls> {
  const onLog = (line: string) => logger.warn(line)
  const onEnd = () => {
    logger.error('Postgres ended, so this process ends too: the next start repairs its data')
    void stopping.stop(1)
  }
  const embedded = await startEmbeddedPostgres({ dataDir: env.dataDir, onLog, onEnd })
  stopping.add(() => embedded.stop())
  return embedded
}

function listen(server: Server, env: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.port, env.host, resolve)
  })
}

/** Plain lines for what the operator can fix; the stack for anything else. */
function explain(error: unknown): string {
  const problems = explainFailure(error)
  if (problems) return ['The portal cannot start:', ...problems].join('\n  - ')
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

async function endWith(error: unknown): Promise<void> {
  process.stderr.write(`${explain(error)}\n`)
  await stopping.stop(1)
}

try {
  await start(loadEnv())
} catch (error) {
  await endWith(error)
}
