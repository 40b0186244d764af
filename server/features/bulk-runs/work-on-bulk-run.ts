import { and, eq, sql } from 'drizzle-orm'
import { createCtx, type Ctx, type EventSource, type TxCtx } from '../../ctx'
import { addJob } from '../../db/add-job'
import { isOvertaken, type Transaction } from '../../db/client'
import { bulkRunItems, bulkRuns } from '../../db/schema/bulk-runs'
import { HttpError } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { actOnItem, AlreadyDone, type BulkItem, type BulkRun } from './act-on-item'
import { jobKey } from './start-bulk-run'
import { describeError } from '../../http/logger'

const sliceMs = 10_000

/**
 * Goes on with a run, one person or document in a transaction of its own, together with what became
 * of it: whenever the process is killed, each is done wholly or not at all, and never twice. Two
 * processes may work on one run. Ends when nothing waits, or when the run was stopped.
 */
export async function workOnBulkRun(
  ctx: Ctx<EventSource> & { signal?: AbortSignal },
  runId: number,
): Promise<void> {
  const endsAt = Date.now() + sliceMs
  while (await workOnNext(ctx, runId)) {
    if (Date.now() < endsAt && !ctx.signal?.aborted) continue
    await ctx.tx(({ db: tx }) => addJob(tx, 'work-on-bulk-run', { runId }, { key: jobKey(runId) }))
    return
  }
  await finishBulkRun(ctx, runId)
}

/** False when nothing is left to do. */
async function workOnNext(ctx: Ctx<EventSource>, runId: number): Promise<boolean> {
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const run = await lockRun(tx, runId)
    const item = run && (await takeItem(tx, runId))
    if (!run || !item) return false
    const result = await tryToAct(createCtx(inTx, starterOf(run)), run, item)
    await tx
      .update(bulkRunItems)
      .set(result)
      .where(and(eq(bulkRunItems.runId, runId), eq(bulkRunItems.objectId, item.objectId)))
    return true
  })
}

const starterOf = ({ startedBy, ip, requestId }: BulkRun): EventSource => ({
  id: startedBy,
  ip,
  requestId: requestId ?? undefined,
})

/** A run that is to go on; it is not stopped before the transaction ends. */
async function lockRun(tx: Transaction, runId: number): Promise<BulkRun | undefined> {
  const [run] = await tx
    .select()
    .from(bulkRuns)
    .where(and(eq(bulkRuns.id, runId), eq(bulkRuns.state, 'running')))
    .for('share')
  return run
}

async function takeItem(tx: Transaction, runId: number): Promise<BulkItem | undefined> {
  const [item] = await tx
    .select()
    .from(bulkRunItems)
    .where(and(eq(bulkRunItems.runId, runId), eq(bulkRunItems.outcome, 'waiting')))
    .orderBy(bulkRunItems.objectId)
    .limit(1)
    .for('update', { skipLocked: true })
  return item
}

/** In a savepoint: what fails leaves nothing behind but the reason. */
async function tryToAct(ctx: TxCtx<EventSource>, run: BulkRun, item: BulkItem) {
  try {
    await ctx.tx((inner) => actOnItem(inner, run, item))
    return { outcome: 'done' as const }
  } catch (error) {
    // Postgres ended all of it in favor of another transaction: it begins anew.
    if (isOvertaken(error)) throw error
    if (error instanceof AlreadyDone) return { outcome: 'skipped' as const, why: error.message }
    if (error instanceof HttpError) return refusal(error)
    ctx.logger.error({ err: describeError(error), runId: run.id }, 'bulk run: one item failed')
    return { outcome: 'failed' as const, why: 'Something went wrong. Please try again.' }
  }
}

/** Decided, replaced or deleted by someone else since the run started. */
function refusal(error: HttpError) {
  if (error.status === 404) return { outcome: 'skipped' as const, why: 'Deleted in the meantime.' }
  const outcome = error.status === 409 ? ('skipped' as const) : ('failed' as const)
  return { outcome, why: error.message }
}

/** Unless it was stopped, or another process has the last of it in hand. */
async function finishBulkRun(ctx: Ctx<EventSource>, runId: number): Promise<void> {
  await ctx.tx(async ({ db: tx }) => {
    const [finished] = await tx
      .update(bulkRuns)
      .set({ state: 'done', finishedAt: sql`now()` })
      .where(
        and(
          eq(bulkRuns.id, runId),
          eq(bulkRuns.state, 'running'),
          sql`not exists (select from bulk_run_items
            where run_id = ${runId} and outcome = 'waiting')`,
        ),
      )
      .returning()
    if (!finished) return
    const recorder = { db: tx, by: starterOf(finished) }
    await recordEvent(recorder, 'bulk-run.finished', `bulk-run:${runId}`)
  })
}
