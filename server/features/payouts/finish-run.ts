import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { payoutRuns } from '../../db/schema/payouts'

/** A run is done when nothing of it is on its way any more. Its row is held by whoever calls this. */
export async function finishRun(tx: Transaction, runId: number): Promise<void> {
  await tx
    .update(payoutRuns)
    .set({ state: 'done' })
    .where(
      and(
        eq(payoutRuns.id, runId),
        eq(payoutRuns.state, 'approved'),
        sql`not exists (select from payouts where run_id = ${runId} and state = 'paying')`,
      ),
    )
}
