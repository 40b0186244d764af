import type { ReferralDesk } from '@shared/referral-desk'
import { linkPath } from '@shared/referral-codes'
import type { Database } from '../../../db/client'
import type { Env } from '../../../env'
import { notFound } from '../../../errors'
import { profileGaps } from '../../profile-completion/profile-completion'
import { findPolicyInForce, pickRates } from '../../rewards/policy-queries'
import { summarizeRewards } from '../../rewards/queries'
import { listStandingPolicies } from '../../rewards/referral-states'
import { ensureLink } from '../make-link'
import { findNextPayout } from './find-next-payout'
import { countFunnel, findDeskOwner } from './queries'

/** All of someone's desk but the list of people. Throws 404 for the administrator. */
export async function getDesk(input: {
  db: Database
  env: Env
  userId: number
}): Promise<ReferralDesk> {
  const { db, env, userId } = input
  const owner = await findDeskOwner(db, userId)
  if (!owner) throw notFound()
  const [code, months, rewards, policy, gaps] = await Promise.all([
    ensureLink(db, userId),
    countFunnel(db, userId),
    summarizeRewards(db, userId),
    findPolicyInForce(db),
    profileGaps(db, env, [userId]),
  ])
  const month = `${months.at(-1)?.month}-01`
  const rewarded = await listStandingPolicies(db, { payeeId: userId, month })
  return {
    link: { code, url: env.publicOrigin + linkPath(code) },
    canEarn: owner.status !== 'rejected',
    months,
    rewards,
    next: await findNextPayout(db, {
      userId,
      payableCents: rewards.payableCents,
      isComplete: !gaps.has(userId),
    }),
    policy: pickRates(policy),
    rewardedThisMonth: rewarded.length,
  }
}
