import { desc, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { rewardPolicies } from '../../db/schema/rewards'

export type PolicyRow = typeof rewardPolicies.$inferSelect

/** The policy that an approval at this moment goes by; without one, an approval now. */
export async function findPolicyInForce(db: Queryable, at?: Date | string): Promise<PolicyRow> {
  const moment = at instanceof Date ? at.toISOString() : at
  return onlyRow(
    await db
      .select()
      .from(rewardPolicies)
      .where(lte(rewardPolicies.holdsFrom, sql`coalesce(${moment ?? null}::timestamptz, now())`))
      .orderBy(desc(rewardPolicies.holdsFrom), desc(rewardPolicies.id))
      .limit(1),
  )
}

/** All that were ever set, the one that holds last first. */
export async function listPolicies(db: Queryable): Promise<PolicyRow[]> {
  return db
    .select()
    .from(rewardPolicies)
    .orderBy(desc(rewardPolicies.holdsFrom), desc(rewardPolicies.id))
}
