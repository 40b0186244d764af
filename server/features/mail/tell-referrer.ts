import { formatCents } from '@shared/money'
import { shortName } from '../../short-name'
import type { MailCtx } from './find-sender'
import { defangName } from './plain-text'
import { findReferral, findRewardCents } from './queries'
import { sendLetter } from './send-letter'

/**
 * Tells a referrer that someone signed up or, by a decision and once the reward is settled, that they were
 * approved and what they earned.
 */
export async function tellReferrer(
  ctx: MailCtx,
  { referredId, decisionId }: { referredId: number; decisionId?: number },
): Promise<void> {
  const { db: tx } = ctx
  const referral = await findReferral(tx, referredId)
  if (!referral) return
  const referralName = defangName(shortName(referral))
  const about = { to: referral.referrerId, aboutUserId: referredId }
  if (decisionId === undefined) {
    await sendLetter(ctx, { letter: 'referral-signed-up', ...about, values: { referralName } })
    return
  }
  const cents = await findRewardCents(tx, referral.id)
  const rewardNews =
    cents > 0
      ? `We added ${formatCents(cents)} to your balance.`
      : 'Your reward is on hold while we look at this referral. Your dashboard shows the reason.'
  const values = { referralName, rewardNews }
  await sendLetter(ctx, { letter: 'referral-approved', ...about, decisionId, values })
}
