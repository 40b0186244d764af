import { desc, lte, sql } from 'drizzle-orm'
import type { RewardRates } from '@shared/reward-rates'
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

/** What referrals earn by a policy; not who set it, and when. */
export const pickRates = (policy: PolicyRow): RewardRates => ({
  kind: policy.kind,
  flatCents: policy.flatCents,
  bronzeCents: policy.bronzeCents,
  silverCents: policy.silverCents,
  goldCents: policy.goldCents,
  silverFrom: policy.silverFrom,
  goldFrom: policy.goldFrom,
  tierRule: policy.tierRule,
})
