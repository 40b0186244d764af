import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Deps } from './app'
import { connectDatabase, shareConnections } from './db/client'
import { connectSearches } from './db/lists/searches'
import { readOutageSeconds } from './db/outages'
import { readQueues } from './db/read-queues'
import { createSealer } from './db/sealing'
import type { Env } from './env'
import { createPasswords } from './features/accounts/passwords'
import { getBackupAge } from './features/backups/queries'
import { countMissing } from './features/files/missing-contents'
import { countProblems } from './features/system/judgements'
import { readKept } from './features/system/queries'
import { createRateLimits } from './http/rate-limits'
import { openStorage } from './open-storage'
import { createVirusScanner } from './storage/virus-scanner'

interface ConnectedPortal {
  /** What its HTTP side works with, but for the pages and the process. */
  deps: Omit<Deps, 'clientDir' | 'isStopping' | 'findDisagreements'>
  /** By name, for the metrics. */
  pools: Record<string, Pool>
  close(): Promise<void>
}

/** Connects a portal to its database and its documents, by its settings. Throws when those are away. */
export async function connectPortal(
  env: Env,
  databaseUrl: string,
  logger: Logger,
): Promise<ConnectedPortal> {
  const shares = shareConnections(env.databaseConnections)
  const { db, pool } = connectDatabase(databaseUrl, logger, { connections: shares.main })
  const searches = connectSearches(databaseUrl, logger, shares.searches)
  const sealer = createSealer(env.dataKeys)
  // Their own, so that no other statement makes them wait: they would be counted anew in memory.
  const counts = connectDatabase(databaseUrl, logger, {
    statementTimeoutMs: 1_000,
    connections: shares.limits,
    // A count may be lost with a power cut, and needn't wait for the disk.
    settings: '-c synchronous_commit=off',
  })
  const limits = createRateLimits({ pool: counts.pool, logger, factor: env.limitFactor })
  const storage = await openStorage(env, db, logger)
  const scanner = createVirusScanner(env.clamdUrl, logger)
  const passwords = createPasswords({
    peppers: env.passwordPeppers,
    cost: env.bcryptCost,
    limitFactor: env.limitFactor,
  })
  const pools: Record<string, Pool> = {
    main: pool,
    searches: searches.pool,
    limits: counts.pool,
  }
  const sources = {
    pools,
    countWaitingPasswords: () => passwords.countWaiting(),
    readQueues: () => readQueues(db),
    readOutages: () => readOutageSeconds(db),
    readBackupAge: () => getBackupAge(db),
    countProblems: async () => countProblems((await readKept(db)).examination),
    countMissing: () => countMissing({ db, storage }),
    storage,
  }
  const metrics = env.metricsToken
    ? (await import('./http/metrics')).createMetrics(env.metricsToken, sources)
    : null
  return {
    deps: {
      env,
      db,
      searches: searches.db,
      pool,
      storage,
      scanner,
      sealer,
      limits,
      passwords,
      logger,
      metrics,
    },
    pools,
    async close() {
      await Promise.all([pool.end(), searches.pool.end(), counts.pool.end()])
    },
  }
}
