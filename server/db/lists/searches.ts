import type { Logger } from 'pino'
import { connectDatabase, isUnanswered, type Database, type DatabaseClient } from '../client'

/** How long a statement of a search may take. */
export const searchMs = 1_000

export interface ListDatabases {
  db: Database
  /** For statements that may take too long: Postgres ends each after a second. */
  searches: Database
}

/**
 * Connects a separate pool for statements whose duration cannot be predicted. More searches than it has
 * connections wait, so that everyone else still gets one. Which index answers a search is decided by how the
 * statement is written. Planned for the words of each search, it would take longer to plan than to run.
 */
export const connectSearches = (url: string, logger: Logger, connections = 4): DatabaseClient =>
  // Each statement keeps its first plan, whatever its parameters are.
  connectDatabase(url, logger, {
    statementTimeoutMs: searchMs,
    connections,
    settings: '-c plan_cache_mode=force_generic_plan',
  })

/** The result of a statement, or null when it took longer than its connection allows. */
export async function unlessTooSlow<Result>(statement: Promise<Result>): Promise<Result | null> {
  try {
    return await statement
  } catch (error) {
    if (wasGivenUp(error)) return null
    throw error
  }
}

const statementTimeout = '57014'

/** By Postgres; or by the driver, when Postgres is too busy to end it in time. */
function wasGivenUp(error: unknown): boolean {
  if (isUnanswered(error)) return true
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === statementTimeout
}
