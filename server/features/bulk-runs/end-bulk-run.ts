import { and, eq, sql } from 'drizzle-orm'
import type { BulkAction } from '@shared/bulk-runs'
import type { Ctx, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { bulkRunItems, bulkRuns } from '../../db/schema/bulk-runs'
import { alreadyTold, conflict, orNotFound, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'
import type { BulkRun } from './act-on-item'
import { decisionsOf, questionsOf, getBulkRun } from './queries'
import { addRun } from './start-bulk-run'

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
async function stopRun(ctx: TxCtx, runId: number): Promise<boolean> {
  const { rowCount } = await ctx.db
    .update(bulkRuns)
    .set({ state: 'stopped', finishedAt: sql`now()` })
    .where(and(eq(bulkRuns.id, runId), eq(bulkRuns.state, 'running')))
  if (!rowCount) return false
  await recordEvent(ctx, 'bulk-run.stopped', `bulk-run:${runId}`)
  return true
}

const canBeUndone: Record<BulkAction, boolean> = {
  approve: true,
  reject: true,
  ask: true,
  delete: false,
  email: false,
  undo: false,
}

/**
 * Starts a run that takes back what another one did, which is stopped first; what has changed since is left alone.
 * Returns the new run's id, or that of one that was stopped before it did anything. Throws 404 without such a run, 409
 * when its act can't be undone or was undone before, or with `ifUntold` someone was told.
 */
export async function undoBulkRun(ctx: Ctx, runId: number, ifUntold = false): Promise<number> {
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    const [found] = await tx.select().from(bulkRuns).where(eq(bulkRuns.id, runId)).for('update')
    const run = orNotFound(found)
    const { of, action } = run
    if (!canBeUndone[action]) throw conflict('This can’t be undone.')
    const wasUndone = (await tx.$count(bulkRuns, eq(bulkRuns.undoes, runId))) > 0
    if (wasUndone) throw conflict('This was already undone.')
    if (ifUntold) await refuseTold(tx, run)
    const isDone = and(eq(bulkRunItems.runId, runId), eq(bulkRunItems.outcome, 'done'))
    const hasDone = (await tx.$count(bulkRunItems, isDone)) > 0
    const isStopped = await stopRun(inTx, runId)
    if (!hasDone && !isStopped) throw conflict('There is nothing to undo.')
    if (!hasDone) return runId
    return addRun(inTx, { of, action: 'undo', undoes: runId }, async (id) => {
      const { rowCount } = await tx.execute(sql`
        insert into ${bulkRunItems} (run_id, object_id, seen_status)
        select ${id}, object_id, seen_status from ${bulkRunItems}
        where run_id = ${runId} and outcome = 'done'`)
      return rowCount ?? 0
    })
  })
}

/** People count once, however they were told. */
async function refuseTold(tx: Transaction, run: BulkRun): Promise<void> {
  const [ofMail, ofText] =
    run.action === 'ask'
      ? [sql`mails.kind = 'question' and mails.question_id in (${questionsOf(run)})`, sql`false`]
      : [
          sql`mails.decision_id in (${decisionsOf(run)})`,
          sql`texts.decision_id in (${decisionsOf(run)})`,
        ]
  const { rows } = await tx.execute<{ emailed: number; texted: number; told: number }>(sql`
    select count(distinct user_id) filter (where by_mail)::int as emailed,
      count(distinct user_id) filter (where not by_mail)::int as texted, count(distinct user_id)::int as told
    from (
      select user_id, true as by_mail from mails
      where ${ofMail} and (mails.status = 'sent' or (mails.status = 'queued' and mails.attempts > 0))
      union all
      select user_id, false from texts
      where ${ofText} and texts.status in ('sending', 'sent', 'delivered')
    ) as ways`)
  const { emailed, texted, told } = onlyRow(rows)
  const how = emailed === told ? 'emailed' : texted === told ? 'texted' : 'emailed or texted'
  if (told > 0)
    throw alreadyTold(
      told === 1 ? `One person was already ${how}.` : `${told} people were already ${how}.`,
    )
}
