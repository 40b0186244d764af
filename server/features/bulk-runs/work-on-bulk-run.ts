import { and, eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { addJob } from '../../db/add-job'
import { isOvertaken, type Database, type Transaction } from '../../db/client'
import { bulkRunItems, bulkRuns } from '../../db/schema/bulk-runs'
import { HttpError } from '../../errors'
import { describeError } from '../../http/describe-error'
import { recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { actOnItem, AlreadyDone, type BulkItem, type BulkRun } from './act-on-item'
import { jobKey } from './start-bulk-run'

/** How long a job works before it lets others have their turn. */
const sliceMs = 10_000

interface Work {
  db: Database
  mail: MailDeps
  logger: Logger
  runId: number
  signal?: AbortSignal | undefined
}

/**
 * Goes on with a run, one person or document in a transaction of its own, together with what became
 * of it: whenever the process is killed, each is done wholly or not at all, and never twice. Two
 * processes may work on one run. Ends when nothing waits, or when the run was stopped.
 */
export async function workOnBulkRun(work: Work): Promise<void> {
  const { db, runId, signal } = work
  const endsAt = Date.now() + sliceMs
  while (await workOnNext(work)) {
    if (Date.now() < endsAt && !signal?.aborted) continue
    await db.transaction((tx) => addJob(tx, 'work-on-bulk-run', { runId }, { key: jobKey(runId) }))
    return
  }
  await finishRun(work)
}

/** False when nothing is left to do. */
async function workOnNext({ db, mail, logger, runId }: Work): Promise<boolean> {
  return db.transaction(async (tx) => {
    const run = await lockRun(tx, runId)
    const item = run && (await takeItem(tx, runId))
    if (!run || !item) return false
    const result = await tryToAct(tx, { mail, run, item, logger })
    await tx
      .update(bulkRunItems)
      .set(result)
      .where(and(eq(bulkRunItems.runId, runId), eq(bulkRunItems.objectId, item.objectId)))
    return true
  })
}

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

type Act = { mail: MailDeps; run: BulkRun; item: BulkItem; logger: Logger }

/** In a savepoint: what fails leaves nothing behind but the reason. */
async function tryToAct(tx: Transaction, { logger, ...act }: Act) {
  try {
    await tx.transaction((inner) => actOnItem(inner, act))
    return { outcome: 'done' as const }
  } catch (error) {
    // Postgres ended all of it in favor of another transaction: it begins anew.
    if (isOvertaken(error)) throw error
    if (error instanceof AlreadyDone) return { outcome: 'skipped' as const, why: error.message }
    if (error instanceof HttpError) return refusal(error)
    logger.error({ err: describeError(error), runId: act.run.id }, 'bulk run: one item failed')
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
async function finishRun({ db, runId }: Work): Promise<void> {
  await db.transaction(async (tx) => {
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
      .returning({ startedBy: bulkRuns.startedBy, ip: bulkRuns.ip, requestId: bulkRuns.requestId })
    if (!finished) return
    const { startedBy, ip, requestId } = finished
    await recordEvent(
      tx,
      { id: startedBy, ip, requestId: requestId ?? undefined },
      'bulk-run.finished',
      {
        object: `bulk-run:${runId}`,
      },
    )
  })
}
