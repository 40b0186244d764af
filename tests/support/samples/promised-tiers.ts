import type { RewardRates } from '@shared/reward-rates'

/** The tiers that the public pages promise. */
export const promisedTiers: RewardRates = {
  kind: 'tiers',
  flatCents: 50_000,
  bronzeCents: 25_000,
  silverCents: 50_000,
  goldCents: 75_000,
  silverFrom: 6,
  goldFrom: 11,
  tierRule: 'each',
}
