import { createHash } from 'node:crypto'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { reportOutage, surviveLostConnections } from '../report-outage'

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queryable = Database | Transaction

export interface DatabaseClient {
  db: Database
  pool: Pool
}

// As many as the worker runs at a time, or it warns; and one that says that this process lives.
const jobConnections = 5
// Each count is one short statement.
const limitConnections = 2

/** How many connections each pool of a process may open, of those that the process may open in all. */
export function shareConnections(inAll: number) {
  const searches = Math.ceil(inAll / 6)
  const main = inAll - jobConnections - limitConnections - searches
  return { main, jobs: jobConnections, limits: limitConnections, searches }
}

const drizzleOptions = { casing: 'snake_case' } as const

export interface ConnectionOptions {
  statementTimeoutMs?: number
  connections?: number
  /** Settings of Postgres for these connections: `-c name=value`. */
  settings?: string
}

/** A pool and Drizzle over it. Statements end after 5 s, so that no request holds a connection. */
export function connectDatabase(
  url: string,
  logger: Logger,
  { statementTimeoutMs = 5_000, connections = 16, settings }: ConnectionOptions = {},
): DatabaseClient {
  const pool = new ReportingPool(logger, {
    ...connectionSettings(url, statementTimeoutMs),
    Client: NamedStatementClient,
    max: connections,
    ...(settings && { options: settings }),
  })
  surviveLostConnections(pool, logger)
  const db = drizzle(pool, drizzleOptions)
  db.transaction = (work, config) => runTransaction(pool, work, config)
  return { db, pool }
}

/** The portal has a few hundred statements at most. Any beyond that are planned each time they run. */
const mostNames = 500
const names = new Map<string, string>()

function getName(text: string): string | undefined {
  const existing = names.get(text)
  if (existing !== undefined || names.size >= mostNames) return existing
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}

/** A connection that has Postgres parse and plan each statement only once. */
class NamedStatementClient extends Client {
  // The library's own signature has a dozen overloads; all of them hand their arguments on.
  override query: Client['query'] = (...args: unknown[]) => {
    const [config, values] = args
    const named = isUnnamed(config, values) ? { ...config, name: getName(config.text) } : config
    return Reflect.apply(Reflect.get(Client.prototype, 'query'), this, [named, ...args.slice(1)])
  }
}

function isUnnamed(config: unknown, values: unknown): config is { text: string } {
  if (typeof config !== 'object' || config === null || !('text' in config)) return false
  const hasName = 'name' in config && Boolean(config.name)
  if (typeof config.text !== 'string' || hasName) return false
  const given = values ?? ('values' in config ? config.values : undefined)
  return (Array.isArray(given) && given.length > 0) || /^(select|with) /.test(config.text)
}

export const connectionSettings = (url: string, statementTimeoutMs: number) => ({
  connectionString: url,
  connectionTimeoutMillis: 5_000,
  statement_timeout: statementTimeoutMs,
  // The server's own timeout does not help when the server vanishes silently.
  query_timeout: 2 * statementTimeoutMs,
  keepAlive: true,
  idle_in_transaction_session_timeout: 15_000,
  application_name: 'credit-partner-portal',
})

type Connected = Parameters<Parameters<Pool['connect']>[0]>

/** Logs once that no connection can be made, with the reason: refused, TLS, a wrong password. */
class ReportingPool extends Pool {
  readonly #outage

  constructor(logger: Logger, config: PoolConfig) {
    super(config)
    this.#outage = reportOutage(logger, {
      began: 'the database cannot be reached',
      ended: 'the database is reached again',
    })
  }

  override connect(): Promise<PoolClient>
  override connect(callback: (...outcome: Connected) => void): void
  override connect(callback?: (...outcome: Connected) => void) {
    if (!callback) return this.#outage.watch(super.connect())
    return super.connect((error, client, release) => {
      if (error) this.#outage.fail(error)
      else this.#outage.succeed()
      callback(error, client, release)
    })
  }
}

/**
 * Drizzle's own transaction never gives back a connection whose `begin` fails, and reports a failed
 * `rollback` in place of what went wrong: a database that is away for seconds would use up the pool.
 */
async function runTransaction<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
  config: Parameters<Database['transaction']>[1],
): Promise<Result> {
  for (let attempt = 1; attempt < mostAttempts; attempt += 1) {
    try {
      return await tryTransaction(pool, work, config)
    } catch (error) {
      // A statement that only reads may have handed out rows already.
      if (config?.accessMode === 'read only' || !isOvertaken(error)) throw error
    }
  }
  return tryTransaction(pool, work, config)
}

/** How often a transaction begins anew that Postgres ended in favor of another. */
const mostAttempts = 5

async function tryTransaction<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
  config: Parameters<Database['transaction']>[1],
): Promise<Result> {
  let isWorkDone = false
  try {
    const noted = async (tx: Transaction) => {
      const result = await work(tx)
      isWorkDone = true
      return result
    }
    return await runOnConnection(pool, noted, config)
  } catch (error) {
    if (!isWorkDone && error instanceof Error) undone.add(error)
    throw error
  }
}

/** The errors of transactions that failed before their commit. */
const undone = new WeakSet<Error>()

/** True when the failed transaction was not committed. After a failed commit, that is not known. */
export const isUndone = (error: unknown): boolean => error instanceof Error && undone.has(error)

async function runOnConnection<Result>(
  pool: Pool,
  work: (tx: Transaction) => Promise<Result>,
  config: Parameters<Database['transaction']>[1],
): Promise<Result> {
  const client = await pool.connect()
  let failure: { error: unknown } | undefined
  try {
    const result = await databaseOn(client).transaction(async (tx) => {
      try {
        return await work(tx)
      } catch (error) {
        failure = { error }
        // Closes the connection, so that the rollback does not wait for an answer that may never come.
        if (isUnanswered(error)) void client.end()
        throw error
      }
    }, config)
    client.release()
    return result
  } catch (error) {
    // Without a rollback, the state of the connection is unknown, so it is not reused.
    client.release(failure?.error !== error)
    throw failure ? failure.error : error
  }
}

const databases = new WeakMap<PoolClient, Database>()

/** Drizzle over one connection: kept, because it works out the names of columns once for each table. */
function databaseOn(client: PoolClient): Database {
  const database = databases.get(client) ?? drizzle(client, drizzleOptions)
  databases.set(client, database)
  return database
}

/** True when the driver stopped waiting for a statement, whatever has become of it. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message === 'Query read timeout' ||
    (error.cause !== undefined && isUnanswered(error.cause)))

const uniqueViolation = '23505'
const exclusionViolation = '23P01'
const deadlockDetected = '40P01'
const serializationFailure = '40001'
const insufficientPrivilege = '42501'

/** Postgres's own report of a failed statement. */
function causeOf(error: unknown): { code?: unknown; constraint?: unknown } {
  const cause = error instanceof Error ? error.cause : undefined
  return typeof cause === 'object' && cause !== null ? cause : {}
}

/** True when a unique constraint (by its name) refused a write. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const cause = causeOf(error)
  return cause.code === uniqueViolation && cause.constraint === constraint
}

/** True when Postgres ended a transaction because of another that ran at the same time: its work can be done again. */
export function isOvertaken(error: unknown): boolean {
  const { code } = causeOf(error)
  return code === deadlockDetected || code === serializationFailure
}

/** True when the role lacks the right to what it asked for. */
export const isForbidden = (error: unknown): boolean =>
  causeOf(error).code === insufficientPrivilege

/** True when an exclusion constraint refused a write. */
export const violatesExclusion = (error: unknown): boolean =>
  causeOf(error).code === exclusionViolation
