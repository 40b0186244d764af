import { sql } from 'drizzle-orm'
import type { RewardPolicyRequest } from '@shared/rewards'
import type { Actor } from '../../ctx'
import type { Queryable } from '../../db/client'
import { onlyRow } from '../../db/only-row'
import { rewardPolicies } from '../../db/schema/rewards'
import { badRequest } from '../../errors'
import { recordEvent } from '../audit/record-event'
import type { PolicyRow } from './policy-queries'

const past = 'Choose today or a later date. Earlier approvals keep the policy that applied then.'

/** Sets what approvals earn from a moment on, now or later. Throws 400 for one that has passed. */
export async function setRewardRates(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  policy: RewardPolicyRequest
  by: Actor
}): Promise<PolicyRow> {
  const { db, by } = input
  const { holdsFrom, ...rates } = input.policy
  if (holdsFrom && holdsFrom.getTime() < Date.now()) throw badRequest(past, { holdsFrom: past })
  return db.transaction(async (tx) => {
    const policy = onlyRow(
      await tx
        .insert(rewardPolicies)
        .values({ ...rates, holdsFrom: holdsFrom ?? sql`now()`, createdBy: by.id })
        .returning(),
    )
    await recordEvent(tx, by, 'reward-policy.set', {
      object: `reward-policy:${policy.id}`,
      details: { kind: policy.kind, holdsFrom: policy.holdsFrom.toISOString() },
    })
    return policy
  })
}
