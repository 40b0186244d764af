import { setTimeout as delay } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import type { Logger } from 'pino'
import { reportOutage } from '../report-outage'

/** No call waits longer for its count. */
const patienceMs = 1_000

/** A statement that takes too long fails, so that the call is counted in memory. */
export function connectLimitStore(pool: Pick<Pool, 'query'>, logger: Logger) {
  const outage = reportOutage(logger, {
    began: 'limits are counted in memory: the database does not answer',
    ended: 'limits are counted in the database again',
  })
  return {
    query: (statement: QueryConfig) =>
      outage.watch(Promise.race([pool.query(statement), giveUp()])),
  }
}

async function giveUp(): Promise<never> {
  await delay(patienceMs, undefined, { ref: false })
  throw new Error('no answer within a second')
}
