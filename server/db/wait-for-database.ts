import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { isRefusedLogin, readOnlyQuery, reasonOf } from '../database-away'
import { PlainError } from '../errors'

const firstRetryMs = 250
const longestRetryMs = 5_000
const connectMs = 5_000

/** The message says which database could not be used, why, and what to check. */
export class DatabaseUnreachableError extends PlainError {}

/**
 * Waits until the database takes changes: after a reboot it is often ready later than the portal, and after a
 * failover there is none for a while. Asks less and less often, and not at the same moments as other processes.
 * Throws DatabaseUnreachableError in the end, or immediately when the settings are wrong.
 */
export async function waitForDatabase(
  url: string,
  logger: Logger,
  { seconds, setting = 'DATABASE_URL' }: { seconds: number; setting?: string },
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000
  for (let retryMs = firstRetryMs; ; retryMs = Math.min(2 * retryMs, longestRetryMs)) {
    const failure = await tryToConnect(url)
    if (!failure) return
    const leftMs = deadline - Date.now()
    if (isRefusedLogin(failure) || leftMs <= 0) throw unreachable(url, setting, failure)
    if (retryMs === firstRetryMs) {
      logger.warn({ reason: reasonOf(failure), seconds }, 'waiting for the database')
    }
    await delay(Math.min(leftMs, retryMs * (0.5 + Math.random() / 2)))
  }
}

async function tryToConnect(url: string): Promise<Error | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ is_read_only: boolean }>(readOnlyQuery)
    return rows[0]?.is_read_only ? new Error('it is read-only') : null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => undefined)
  }
}

function unreachable(url: string, setting: string, failure: Error): DatabaseUnreachableError {
  const { hostname, port, pathname } = new URL(url)
  const place = `${hostname}:${port || '5432'}${pathname}`
  return new DatabaseUnreachableError(
    `The database at ${place} cannot be used: ${reasonOf(failure)}. Check ${setting}, and that Postgres is running.`,
  )
}
