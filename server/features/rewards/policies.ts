import { desc, lte, sql } from 'drizzle-orm'
import type { RewardPolicyRequest } from '@shared/rewards'
import type { Ctx } from '../../ctx'
import type { Queryable } from '../../db/client'
import { rewardPolicies } from '../../db/schema/rewards'
import { badRequest, onlyRow } from '../../errors'
import { recordEvent } from '../audit/record-event'

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

const past = 'Choose today or a later date. Earlier approvals keep the policy that applied then.'

/** Sets what approvals earn from a moment on, now or later. Throws 400 for one that has passed. */
export async function setRewardRates(
  ctx: Ctx,
  { holdsFrom, ...rates }: RewardPolicyRequest,
): Promise<void> {
  if (holdsFrom && holdsFrom.getTime() < Date.now()) throw badRequest(past, { holdsFrom: past })
  await ctx.tx(async ({ db: tx, by }) => {
    const policy = onlyRow(
      await tx
        .insert(rewardPolicies)
        .values({ ...rates, holdsFrom: holdsFrom ?? sql`now()`, createdBy: by.id })
        .returning(),
    )
    await recordEvent({ db: tx, by }, 'reward-policy.set', `reward-policy:${policy.id}`, {
      kind: policy.kind,
      holdsFrom: policy.holdsFrom.toISOString(),
    })
  })
}
