import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Logger } from 'pino'

export type Database = NodePgDatabase
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
export type Queryable = Database | Transaction

export interface DatabaseClient {
  db: Database
  pool: Pool
}

const statementTimeoutMs = 5_000

/** A pool and Drizzle over it. Statements end after 5 s, so that no request holds a connection. */
export function connectDatabase(url: string, logger: Logger): DatabaseClient {
  const pool = new Pool({
    connectionString: url,
    max: 20,
    connectionTimeoutMillis: 5_000,
    statement_timeout: statementTimeoutMs,
    // The server's own timeout does not help when the server is gone without a word.
    query_timeout: 2 * statementTimeoutMs,
    keepAlive: true,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'credit-partner-portal',
  })
  // An idle connection that breaks (a database restart) must not end the process.
  const warn = (error: Error) => logger.warn({ reason: error.message }, 'database connection lost')
  pool.on('error', warn)
  pool.on('connect', (client) => client.on('error', warn))
  return { db: drizzle(pool, { casing: 'snake_case' }), pool }
}

const uniqueViolation = '23505'

/** True when a unique constraint (by its name) refused a write. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return (
    typeof cause === 'object' &&
    cause !== null &&
    'code' in cause &&
    cause.code === uniqueViolation &&
    'constraint' in cause &&
    cause.constraint === constraint
  )
}
