import type { Pool } from 'pg'
import type { Logger } from 'pino'

/** Logs once that something began to fail and once that it works again, not each failure. */
export function reportOutage(logger: Logger, messages: { began: string; ended: string }) {
  let isOut = false

  function fail(error: unknown): void {
    if (isOut) return
    isOut = true
    logger.warn({ reason: reasonOf(error) }, messages.began)
  }

  function succeed(): void {
    if (!isOut) return
    isOut = false
    logger.warn(messages.ended)
  }

  return {
    fail,
    succeed,
    /** Passes the promise through and takes note of its outcome. */
    watch<Result>(work: Promise<Result>): Promise<Result> {
      work.then(succeed, fail)
      return work
    },
  }
}

/** For the log. Of a statement that failed, Postgres's own words: Drizzle's hold the statement. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

/** When the connections were last said to be lost, in ms. A restart of the database breaks all at once. */
let lossTold = 0

/** An idle connection that breaks (a database restart) must not end the process. */
export function surviveLostConnections(pool: Pool, logger: Logger): void {
  const warn = (error: Error) => {
    if (pool.ending || Date.now() - lossTold < 1_000) return
    lossTold = Date.now()
    logger.warn({ reason: error.message }, 'database connections lost')
  }
  pool.on('error', warn)
  pool.on('connect', (client) => client.on('error', warn))
}
