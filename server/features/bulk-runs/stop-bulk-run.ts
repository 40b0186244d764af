import { and, eq, sql } from 'drizzle-orm'
import type { Actor } from '../../ctx'
import type { Database, Transaction } from '../../db/client'
import { bulkRuns } from '../../db/schema/bulk-runs'
import { conflict, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { getBulkRun } from './queries'

/**
 * Once it returns, no one else is touched. What was done stays done, mail about it included: that
 * leaves as after any other decision. Throws 409 for a run that has ended.
 */
export async function stopBulkRun(input: {
  db: Database
  runId: number
  by: Actor
}): Promise<void> {
  const { db, runId, by } = input
  await db.transaction(async (tx) => {
    if (!(await getBulkRun(tx, runId))) throw notFound()
    if (!(await stopRun(tx, { runId, by }))) throw conflict('This has already ended.')
  })
}

/** False when it had ended. */
export async function stopRun(
  tx: Transaction,
  { runId, by }: { runId: number; by: Actor },
): Promise<boolean> {
  const stopped = await tx
    .update(bulkRuns)
    .set({ state: 'stopped', finishedAt: sql`now()` })
    .where(and(eq(bulkRuns.id, runId), eq(bulkRuns.state, 'running')))
    .returning({ id: bulkRuns.id })
  if (stopped.length === 0) return false
  await recordEvent(tx, by, 'bulk-run.stopped', { object: `bulk-run:${runId}` })
  return true
}
