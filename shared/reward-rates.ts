export const rewardKinds = ['flat', 'tiers'] as const
/** Each referral at the rate of the tier it falls in, or all of a month at the highest reached. */
export const tierRules = ['each', 'highest'] as const
export const tiers = ['bronze', 'silver', 'gold'] as const
export type Tier = (typeof tiers)[number]

/** The reward of an approved referral. Amounts are whole cents, here as everywhere. */
export interface RewardRates {
  kind: (typeof rewardKinds)[number]
  flatCents: number
  bronzeCents: number
  silverCents: number
  goldCents: number
  /** From which approved referral of a month on. */
  silverFrom: number
  goldFrom: number
  tierRule: (typeof tierRules)[number]
}

/** The tier of the so-manieth approved referral of a month. */
export function tierOf(rates: RewardRates, position: number): Tier {
  if (position >= rates.goldFrom) return 'gold'
  return position >= rates.silverFrom ? 'silver' : 'bronze'
}

/** The reward at this position, counted from 1, in a month with so many approved referrals. */
export function rateOf(rates: RewardRates, position: number, count: number): number {
  if (rates.kind === 'flat') return rates.flatCents
  const { bronzeCents, silverCents, goldCents } = rates
  const tier = tierOf(rates, rates.tierRule === 'each' ? position : count)
  return { bronze: bronzeCents, silver: silverCents, gold: goldCents }[tier]
}

/** The sum of a month, by the policy that each of its approved referrals goes by, in their order. */
export const monthCents = (policies: readonly RewardRates[]): number =>
  policies.reduce((sum, rates, at) => sum + rateOf(rates, at + 1, policies.length), 0)
