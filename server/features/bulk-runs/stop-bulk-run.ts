import { and, eq, sql } from 'drizzle-orm'
import type { Ctx, TxCtx } from '../../ctx'
import { bulkRuns } from '../../db/schema/bulk-runs'
import { conflict } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { getBulkRun } from './queries'

/**
 * Once it returns, no one else is touched. What was done stays done, mail about it included: that
 * leaves as after any other decision. Throws 409 for a run that has ended.
 */
export async function stopBulkRun(ctx: Ctx, runId: number): Promise<void> {
  await ctx.tx(async (inTx) => {
    await getBulkRun(inTx.db, runId)
    if (!(await stopRun(inTx, runId))) throw conflict('This has already ended.')
  })
}

/** False when it had ended. */
export async function stopRun(ctx: TxCtx, runId: number): Promise<boolean> {
  const { rowCount } = await ctx.db
    .update(bulkRuns)
    .set({ state: 'stopped', finishedAt: sql`now()` })
    .where(and(eq(bulkRuns.id, runId), eq(bulkRuns.state, 'running')))
  if (!rowCount) return false
  await recordEvent(ctx, 'bulk-run.stopped', `bulk-run:${runId}`)
  return true
}
