import type { Logger } from 'pino'
import { connectDatabase, type Database, type DatabaseClient } from '../client'

const searchMs = 1_000
/** However many searches are asked for at once: the other connections are left to everyone else. */
const atOnce = 4

/** Where a list reads: its pages, and what may take too long. */
export interface ListDatabases {
  db: Database
  /** Each statement ends after a second. */
  searches: Database
}

/** A pool of its own for statements that no one can tell how long they take. */
export const connectSearches = (url: string, logger: Logger): DatabaseClient =>
  connectDatabase(url, logger, { statementTimeoutMs: searchMs, connections: atOnce })

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

function wasGivenUp(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === statementTimeout
}
