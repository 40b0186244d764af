import { Pool, type QueryConfig } from 'pg'
import type { Logger } from 'pino'
import { reportOutage } from '../report-outage'

export type LimitStore = ReturnType<typeof connectLimitStore>

/**
 * Where limits are counted. A pool of its own, so that no other statement makes them wait. A caller has less
 * patience than a query, and goes on in memory.
 */
export function connectLimitStore(databaseUrl: string, logger: Logger, connections = 4) {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: connections,
    connectionTimeoutMillis: 1_000,
    query_timeout: 10_000,
    application_name: 'credit-partner-limits',
    // All calls from one address wait for each other here, but not for the disk: a crash of the database
    // forgets the counts of its last second.
    options: '-c synchronous_commit=off',
  })
  pool.on('error', () => undefined)
  const outage = reportOutage(logger, {
    began: 'limits are counted in memory: the database does not answer',
    ended: 'limits are counted in the database again',
  })
  return {
    query: (query: QueryConfig) => outage.watch(pool.query(query)),
    pool,
    reportSlow: () => outage.fail(new Error('no answer within a second')),
    close: () => pool.end(),
  }
}
