import { formatCents } from '@shared/money'
import type { RewardPolicy } from '@shared/rewards'

/** What an approved referral earns by a policy, in one or two sentences. */
export function describePolicy(policy: RewardPolicy): string {
  if (policy.kind === 'flat')
    return `${formatCents(policy.flatCents)} for each approved referral, with no cap.`
  const { bronzeCents, silverCents, goldCents, silverFrom, goldFrom, tierRule } = policy
  const tiers = [
    `Bronze ${formatCents(bronzeCents)} for 1 to ${silverFrom - 1} a month`,
    `Silver ${formatCents(silverCents)} for ${silverFrom} to ${goldFrom - 1}`,
    `Gold ${formatCents(goldCents)} for ${goldFrom} or more`,
  ]
  return `${tiers.join(', ')}. ${ruleTexts[tierRule]}.`
}

const ruleTexts: Record<RewardPolicy['tierRule'], string> = {
  each: 'Each referral earns the rate of the tier it falls in',
  highest: 'All referrals in a month earn the rate of the highest tier reached',
}
