import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/client'

const payeeLock = 5_140_001

/**
 * Has changes to what these people earn take turns until the transaction ends, so that two approvals at once
 * are not counted as the same one of a month. Whoever holds accounts as well takes their rows first; payees
 * are taken in the order of their ids, all in one call.
 */
export async function lockPayees(tx: Transaction, ids: readonly number[]): Promise<void> {
  for (const id of [...new Set(ids)].toSorted((left, right) => left - right)) {
    await tx.execute(sql`select pg_advisory_xact_lock(${payeeLock}, ${id})`)
  }
}
