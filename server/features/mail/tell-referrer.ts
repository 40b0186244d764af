import { formatCents } from '@shared/money'
import type { Transaction } from '../../db/client'
import { shortName } from '../../short-name'
import type { MailDeps } from './find-sender'
import { defangName } from './plain-text'
import { findReferral, findRewardCents } from './queries'
import { sendLetter } from './send-letter'

/**
 * Tells a referrer that someone signed up or, by a decision and once the reward is settled, that they were
 * approved and what they earned.
 */
export async function tellReferrer(
  tx: Transaction,
  deps: MailDeps,
  { referredId, decisionId }: { referredId: number; decisionId?: number },
): Promise<void> {
  const referral = await findReferral(tx, referredId)
  if (!referral) return
  const referralName = defangName(shortName(referral))
  const about = { to: referral.referrerId, aboutUserId: referredId }
  if (decisionId === undefined) {
    await sendLetter(tx, deps, { letter: 'referral-signed-up', ...about, values: { referralName } })
    return
  }
  const cents = await findRewardCents(tx, referral.id)
  const rewardNews =
    cents > 0
      ? `We added ${formatCents(cents)} to your balance.`
      : 'Your reward is on hold while we look at this referral. Your dashboard shows the reason.'
  const values = { referralName, rewardNews }
  await sendLetter(tx, deps, { letter: 'referral-approved', ...about, decisionId, values })
}
