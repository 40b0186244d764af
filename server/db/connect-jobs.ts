import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { surviveLostConnections } from '../report-outage'
import { connectionSettings, type Queryable } from './client'

const retryMs = 500

const nameWithKeys = 'credit-partner-portal keys '

/**
 * Connections of the job runner: one listens for new jobs, the others take and finish them. One at least is open as long
 * as the process lives; their name, which Postgres cuts after the fourth id, tells the keys that it has.
 */
export function connectJobs(
  url: string,
  logger: Logger,
  { connections, keyIds }: { connections: number; keyIds: string[] },
): Pool {
  const pool = new JobsPool({
    ...connectionSettings(url, 5_000),
    application_name: nameWithKeys + keyIds.join(' '),
    max: connections,
  })
  surviveLostConnections(pool, logger)
  return pool
}

/** The ids of the keys that each running process has. */
export async function listKeysOfProcesses(db: Queryable): Promise<string[][]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and starts_with(application_name, ${nameWithKeys})`)
  return rows.map(({ name }) => name.slice(nameWithKeys.length).split(' '))
}

type Connected = Parameters<Parameters<Pool['connect']>[0]>

/**
 * The runner (graphile-worker 0.17.3) doubles its wait with every failure to listen again, so that after an
 * outage of 20 s new jobs were not seen for another 18 s. Here it waits for the connection instead, as
 * long as it takes: listening is all that it connects for with a callback.
 */
class JobsPool extends Pool {
  #isQuerying = false

  override connect(): Promise<PoolClient>
  override connect(callback: (...outcome: Connected) => void): void
  override connect(callback?: (...outcome: Connected) => void) {
    if (!callback) return super.connect()
    if (this.#isQuerying) return super.connect(callback)
    void this.#connectPatiently(callback)
  }

  // Whoever waits for a connection gets it: the runner writes the end of a job without waiting for it.
  override async end(): Promise<void> {
    while (this.waitingCount > 0) await once(this, 'release')
    return super.end()
  }

  // The library's own `query` connects with a callback too, and must fail as ever.
  override query: Pool['query'] = (...args: unknown[]) => {
    this.#isQuerying = true
    try {
      return Reflect.apply(Reflect.get(Pool.prototype, 'query'), this, args)
    } finally {
      this.#isQuerying = false
    }
  }

  async #connectPatiently(callback: (...outcome: Connected) => void): Promise<void> {
    for (;;) {
      const failure = await new Promise<Error | undefined>((resolve) => {
        super.connect((error, client, release) => {
          if (!error || this.ending) callback(error, client, release)
          resolve(this.ending ? undefined : error)
        })
      })
      if (!failure) return
      // Not all processes at the same moment.
      await delay(retryMs * (0.5 + Math.random()), undefined, { ref: false })
    }
  }
}
