import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'

const payoutLock = 5_140_002

/**
 * Has everything that spends what is owed take turns until the transaction ends: two runs with the same
 * person in them would both find it. To be taken before payees are. Rewards and reversals don't wait for it.
 */
export async function lockPayouts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${payoutLock})`)
}
