import { and, eq, sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'
import { payouts } from '../../db/schema/payouts'
import type { Env } from '../../env'
import { profileGaps } from '../accounts/profile-completion'

/** Holds what is ready for people whose profile is not complete: that is what unlocks payouts. */
export async function holdIncomplete(tx: Transaction, env: Env, runId: number): Promise<void> {
  const isReady = and(eq(payouts.runId, runId), eq(payouts.state, 'ready'))
  const ready = await tx.select({ payeeId: payouts.payeeId }).from(payouts).where(isReady)
  const gaps = await profileGaps(
    tx,
    env,
    ready.map(({ payeeId }) => payeeId),
  )
  if (gaps.size === 0) return
  await tx
    .update(payouts)
    .set({ state: 'held', reason: 'profile-incomplete' })
    .where(and(isReady, sql`${payouts.payeeId} = any(${sql.param([...gaps.keys()])}::int[])`))
}
