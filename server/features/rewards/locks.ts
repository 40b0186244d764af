import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'

const payeeLock = 5_140_001
const payoutLock = 5_140_002

/**
 * Makes everything that spends what is owed take turns until the transaction ends: two runs with the same
 * person in them would both find it. Taken before payees. Rewards and reversals don't wait for it.
 */
export async function lockPayouts(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${payoutLock})`)
}

/**
 * Makes changes to what these people earn take turns until the transaction ends, so that two simultaneous
 * approvals are not counted as the same one of a month. A transaction that locks accounts as well locks
 * their rows first; payees are locked in the order of their ids, all in one call.
 */
export async function lockPayees(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((left, right) => left - right)) {
    await tx.execute(sql`select pg_advisory_xact_lock(${payeeLock}, ${id})`)
  }
}
