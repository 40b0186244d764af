import { eq, sql } from 'drizzle-orm'
import type { PayoutSettings } from '@shared/payouts'
import type { Ctx, EventSource, TxCtx } from '../../ctx'
import type { Transaction } from '../../db/client'
import { payoutRuns, payouts, payoutSettings } from '../../db/schema/payouts'
import { recordEvent } from '../audit/record-event'
import { lockPayouts } from '../rewards/locks'
import { owedUpTo } from '../rewards/queries'
import { classifyPayouts, holdUnpayable, listPayeeRanges } from './payable-lines'
import { isRunDue, lastPeriod, type Period } from '../rewards/payout-periods'
import { getPayoutSettings } from './queries'
import { onlyRow } from '../../errors'

/** Drafts that are there stay as they are until they are prepared again. */
export async function changePayoutSettings(
  ctx: Ctx,
  settings: PayoutSettings,
): Promise<PayoutSettings> {
  return ctx.tx(async ({ db: tx, by }) => {
    await tx.update(payoutSettings).set(settings)
    await recordEvent({ db: tx, by }, 'payout-settings.changed', undefined, { ...settings })
    return settings
  })
}

type Run = typeof payoutRuns.$inferSelect

/** The job: makes the draft of the period that is over, on the day for it, and once. */
export async function prepareDueRun(ctx: Ctx<EventSource>, now = new Date()): Promise<void> {
  const { schedule } = await getPayoutSettings(ctx.db)
  if (isRunDue(now, schedule)) await preparePayoutRun(ctx, { now, onExisting: 'keep' })
}

/**
 * Makes the draft of the period that is over, whichever day it is; one that is there is remade, as things
 * are now. One that was approved is left as it is. Null when no one is owed anything for that time. All in one
 * transaction: a run is there whole, or not at all.
 */
export async function preparePayoutRun(
  ctx: Ctx<EventSource>,
  { now = new Date(), onExisting = 'renew' }: { now?: Date; onExisting?: 'renew' | 'keep' } = {},
): Promise<Run | null> {
  return ctx.tx(async (inTx) => {
    const { db: tx } = inTx
    await lockPayouts(tx)
    const { schedule } = await getPayoutSettings(tx)
    const period = lastPeriod(now, schedule)
    const [run] = await tx
      .select()
      .from(payoutRuns)
      .where(eq(payoutRuns.period, period.name))
      .for('update')
    if (!run) return fillRun(inTx, await addRun(tx, period))
    if (onExisting === 'keep' || run.state !== 'draft') return run
    await tx.delete(payouts).where(eq(payouts.runId, run.id))
    return fillRun(inTx, run)
  })
}

async function addRun(tx: Transaction, { name: period, firstDay, lastDay }: Period): Promise<Run> {
  return onlyRow(await tx.insert(payoutRuns).values({ period, firstDay, lastDay }).returning())
}

async function fillRun({ db: tx, env, by }: TxCtx<EventSource>, run: Run): Promise<Run | null> {
  let lines = 0
  for (const payees of await listPayeeRanges(tx)) {
    const { rowCount } = await tx.execute(sql`
      insert into payouts (run_id, payee_id, cents, state, reason, method, last_four)
      select ${run.id}::int, payee_id, cents, state, reason, method, last_four
      from (${classifyPayouts(owedUpTo(sql`${run.lastDay}`, payees))}) classified order by payee_id`)
    lines += rowCount ?? 0
  }
  if (lines === 0) {
    await tx.delete(payoutRuns).where(eq(payoutRuns.id, run.id))
    return null
  }
  await holdUnpayable(tx, env, run.id)
  await recordEvent({ db: tx, by }, 'payout-run.prepared', `payout-run:${run.id}`, {
    period: run.period,
    lines,
  })
  return run
}
