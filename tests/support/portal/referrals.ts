import { onlyRow } from '@server/errors'
import { referredPeople } from '@server/db/schema/referral-links'
import { rewardHolds, rewardPolicies } from '@server/db/schema/rewards'
import { promisedTiers } from '@tests/support/samples/promised-tiers'
import type { TestApp } from './app'
import { buildUser, type BuiltUser } from './factories'

/** Someone a person referred; waiting for a decision, unless it says otherwise. */
export async function buildReferred(
  app: TestApp,
  referrer: { id: number },
  overrides: Parameters<typeof buildUser>[1] = {},
): Promise<BuiltUser & { referralId: number }> {
  const referred = await buildUser(app, overrides)
  const { id: referralId } = onlyRow(
    await app.db
      .insert(referredPeople)
      .values({ referrerId: referrer.id, referredId: referred.id, source: 'link' })
      .returning(),
  )
  return { ...referred, referralId }
}

export async function buildHold(
  app: TestApp,
  referredPersonId: number,
  overrides: Partial<typeof rewardHolds.$inferInsert> = {},
) {
  return onlyRow(
    await app.db
      .insert(rewardHolds)
      .values({ referredPersonId, reason: 'burst', ...overrides })
      .returning(),
  )
}

/** In force from the moment it is made. */
export async function buildPolicy(
  app: TestApp,
  overrides: Partial<typeof rewardPolicies.$inferInsert> = {},
) {
  return onlyRow(
    await app.db
      .insert(rewardPolicies)
      .values({ ...promisedTiers, holdsFrom: new Date(), ...overrides })
      .returning(),
  )
}
