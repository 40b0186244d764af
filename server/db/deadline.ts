import { sql } from 'drizzle-orm'
import type { Database, Transaction } from './client'

const statementTimeout = '57014'

/** Runs one query, or gives it up: null when it takes longer. */
export async function withDeadline<Result>(
  db: Database,
  milliseconds: number,
  run: (tx: Transaction) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql.raw(`set local statement_timeout = ${milliseconds}`))
      return run(tx)
    })
  } catch (error) {
    if (wasGivenUp(error)) return null
    throw error
  }
}

function wasGivenUp(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === statementTimeout
}
