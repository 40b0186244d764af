import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Deps } from './app'
import { connectDatabase, shareConnections } from './db/client'
import { connectLimitStore } from './db/limit-store'
import { createLists } from './db/lists/lists'
import { connectReplica } from './db/lists/replica'
import { connectSearches } from './db/lists/searches'
import type { Env } from './env'
import { createPasswords } from './features/accounts/passwords'
import { createRateLimits } from './http/rate-limits'
import { openStorage } from './open-storage'

interface ConnectedPortal {
  /** What its HTTP side works with, but for the pages and the process. */
  deps: Omit<Deps, 'clientDir' | 'isStopping'>
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
  const replica = env.readDatabaseUrl
    ? connectReplica(env.readDatabaseUrl, logger, shares.searches)
    : null
  const lists = createLists({ primary: { db, searches: searches.db }, replica, logger })
  const limitStore = connectLimitStore(databaseUrl, logger, shares.limits)
  const limits = createRateLimits({ store: limitStore, factor: env.limitFactor })
  const storage = await openStorage(env, db, logger)
  const passwords = createPasswords({
    peppers: env.passwordPeppers,
    cost: env.bcryptCost,
    limitFactor: env.limitFactor,
  })
  return {
    deps: { env, db, searches: searches.db, lists, pool, storage, limits, passwords, logger },
    pools: { main: pool, searches: searches.pool, limits: limitStore.pool, ...replica?.pools },
    async close() {
      await Promise.all([pool.end(), searches.pool.end(), replica?.end(), limits.close()])
    },
  }
}
