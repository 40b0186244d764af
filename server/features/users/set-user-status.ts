import type { ReviewDecision } from '@shared/review'
import type { Database } from '../../db/client'
import { checkBasis, decidedColumns } from '../../db/review'
import { forbidden, notFound } from '../../errors'
import { recordEvent, type EventSource } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { queueLifecycleMail } from '../mail/queue-mail'
import { canReviewUser } from './policy'
import { lockUser, updateUser, type UserRow } from './queries'

/**
 * Sets any status from any other, and tells the user of a new decision by mail. It does not end the
 * user's sessions: a rejected person must be able to read the decision. Throws 403 for the administrator's own account.
 */
export async function setUserStatus(input: {
  db: Database
  /** Null: no mail is sent. */
  mail: MailDeps | null
  userId: number
  decision: ReviewDecision
  by: EventSource
}): Promise<UserRow> {
  const { db, mail, userId, decision, by } = input
  return db.transaction(async (tx) => {
    const before = await lockUser(tx, userId)
    if (!before) throw notFound()
    if (!canReviewUser(before))
      throw forbidden(
        "The administrator's status cannot be changed.",
        'target is the administrator',
      )
    checkBasis(before.status, decision)
    const after = await updateUser(tx, userId, decidedColumns(decision))
    await recordEvent(tx, by, 'user.status-changed', {
      object: `user:${userId}`,
      details: { status: decision.status },
    })
    if (mail && after.status !== 'pending' && after.status !== before.status) {
      await queueLifecycleMail(tx, mail, { template: after.status, user: after })
    }
    return after
  })
}
