import type { UserDecision } from '@shared/users'
import type { Queryable } from '../../db/client'
import { checkBasis } from '../../db/review'
import { conflict, forbidden, notFound } from '../../errors'
import type { EventSource } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { queueDecisionMail, replaceDecisionMails } from '../mail/queue-decision-mail'
import { queueReferralApprovedMail } from '../mail/queue-referral-mails'
import { settleRewardsAround } from '../rewards/settle-reward'
import { approveWaiting } from './approve-waiting'
import { canReviewUser } from './policy'
import { decideUser, lockUser, type UserRow } from './queries'

/**
 * Sets any status from any other, approves with the person what waits of theirs when that is asked for,
 * settles what was earned by it, and tells the person of a new decision by mail. It does not end their
 * sessions: a rejected person must be able to read the decision. Throws 403 for the administrator's own
 * account, 409 when a referrer is approved, who has not applied.
 */
export async function setUserStatus(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  /** Null: no mail is sent. */
  mail: MailDeps | null
  userId: number
  decision: UserDecision
  by: EventSource
}): Promise<UserRow & { decisionId: number }> {
  const { db, mail, userId, decision, by } = input
  return db.transaction(async (tx) => {
    const before = await lockUser(tx, userId)
    if (!before) throw notFound()
    if (!canReviewUser(before))
      throw forbidden(
        "The administrator's status cannot be changed.",
        'target is the administrator',
      )
    if (before.kind === 'referrer' && decision.status === 'approved')
      throw conflict('A referrer has not applied, so there is nothing to approve.')
    checkBasis(before.status, decision)
    const { decisionId, isInReferral, ...after } = await decideUser(tx, { before, decision, by })
    const { alsoApprove } = decision
    if (alsoApprove) await approveWaiting(tx, { userId, waiting: alsoApprove, by, decisionId })
    if (isInReferral) await settleRewardsAround(tx, userId, by)
    const isNews = await replaceDecisionMails(tx, { kind: 'user', before, decision })
    // The mails are about an application.
    if (mail && isNews && before.kind === 'partner') {
      await queueDecisionMail(tx, mail, { decisionId, decision, user: after })
      if (decision.status === 'approved' && isInReferral)
        await queueReferralApprovedMail(tx, mail, { referredId: userId, decisionId })
    }
    return { ...after, decisionId }
  })
}
