import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'

const patienceMs = 60_000
const retryMs = 1_000
const connectMs = 5_000

/** Errors that waiting will not fix: a wrong user or password, or no such database. */
const wrongSettings = /^(28P01|28000|3D000)$/

/** The message says which database could not be reached, why, and what to check. */
export class DatabaseUnreachableError extends Error {}

/**
 * Waits until the database takes connections: after a reboot it is often ready later than the portal.
 * Throws DatabaseUnreachableError after a minute, or at once when the settings are wrong.
 */
export async function waitForDatabase(
  url: string,
  logger: Logger,
  { patience = patienceMs } = {},
): Promise<void> {
  const deadline = Date.now() + patience
  let hasWarned = false
  for (;;) {
    const failure = await tryToConnect(url)
    if (!failure) return
    const code = 'code' in failure ? String(failure.code) : ''
    if (wrongSettings.test(code) || Date.now() >= deadline) throw unreachable(url, failure)
    if (!hasWarned) logger.warn({ reason: reasonOf(failure) }, 'waiting for the database')
    hasWarned = true
    await delay(retryMs)
  }
}

async function tryToConnect(url: string): Promise<Error | null> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: connectMs })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  } finally {
    await client.end().catch(() => undefined)
  }
}

function unreachable(url: string, failure: Error): DatabaseUnreachableError {
  const { hostname, port, pathname } = new URL(url)
  const place = `${hostname}:${port || '5432'}${pathname}`
  return new DatabaseUnreachableError(
    `The database at ${place} cannot be reached: ${reasonOf(failure)}. Check DATABASE_URL, and that Postgres is running.`,
  )
}

/** Several addresses of one host fail together, without a message of their own. */
function reasonOf(failure: Error): string {
  if (failure instanceof AggregateError) {
    return failure.errors
      .map((each) => (each instanceof Error ? each.message : String(each)))
      .join(', ')
  }
  return failure.message
}
