import { eq, sql } from 'drizzle-orm'
import type { EventSource } from '../../ctx'
import type { Queryable, Transaction } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { payoutRuns, payouts } from '../../db/schema/payouts'
import type { Env } from '../../env'
import { portalItself, recordEvent } from '../audit/record-event'
import { lockPayouts } from '../rewards/locks'
import { owedUpTo } from '../rewards/queries'
import { classifyPayouts, holdUnpayable, listPayeeRanges } from './payable-lines'
import { isRunDue, lastPeriod, type Period } from './payout-periods'
import { getPayoutSettings } from './queries'

type Run = typeof payoutRuns.$inferSelect

interface Preparation {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  env: Env
  by: EventSource
  now?: Date
}

/** The job: makes the draft of the period that is over, on the day for it, and once. */
export async function prepareDueRun(
  { db, env }: Pick<Preparation, 'db' | 'env'>,
  now = new Date(),
): Promise<void> {
  const { schedule } = await getPayoutSettings(db)
  if (!isRunDue(now, schedule)) return
  await preparePayoutRun({ db, env, by: portalItself, now, onExisting: 'keep' })
}

/**
 * Makes the draft of the period that is over, whichever day it is; one that is there is remade, as things
 * are now. One that was approved is left as it is. Null when no one is owed anything for that time. All in one
 * transaction: a run is there whole, or not at all.
 */
export async function preparePayoutRun(
  input: Preparation & { onExisting?: 'renew' | 'keep' },
): Promise<Run | null> {
  const { db, now = new Date(), onExisting = 'renew' } = input
  return db.transaction(async (tx) => {
    await lockPayouts(tx)
    const { schedule } = await getPayoutSettings(tx)
    const period = lastPeriod(now, schedule)
    const [run] = await tx
      .select()
      .from(payoutRuns)
      .where(eq(payoutRuns.period, period.name))
      .for('update')
    if (!run) return fillRun(tx, await addRun(tx, period), input)
    if (onExisting === 'keep' || run.state !== 'draft') return run
    await tx.delete(payouts).where(eq(payouts.runId, run.id))
    return fillRun(tx, run, input)
  })
}

async function addRun(tx: Transaction, { name: period, firstDay, lastDay }: Period): Promise<Run> {
  return onlyRow(await tx.insert(payoutRuns).values({ period, firstDay, lastDay }).returning())
}

async function fillRun(tx: Transaction, run: Run, { env, by }: Preparation): Promise<Run | null> {
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
  await recordEvent(tx, by, 'payout-run.prepared', {
    object: `payout-run:${run.id}`,
    details: { period: run.period, lines },
  })
  return run
}
