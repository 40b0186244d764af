import type { ReviewDecision } from '@shared/review'
import type { Database } from '../../db/client'
import { writeDecision } from '../../db/review'
import { users } from '../../db/schema/users'
import { forbidden, notFound } from '../../errors'
import { recordEvent, type EventSource } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { queueLifecycleMail } from '../mail/queue-mail'
import { canReviewUser } from './policy'
import { getUser, type UserRow } from './queries'

/**
 * Sets any status from any other, and tells the user of a new decision by mail. It does not end the
 * user's sessions: a rejected person must be able to read the decision. Throws 403 for the administrator's own account.
 */
export async function setUserStatus(input: {
  db: Database
  /** Null: nobody is told. */
  mail: MailDeps | null
  userId: number
  decision: ReviewDecision
  by: EventSource
}): Promise<UserRow> {
  const { db, mail, userId, decision, by } = input
  return db.transaction(async (tx) => {
    const user = await getUser(tx, userId)
    if (!user) throw notFound()
    if (!canReviewUser(user))
      throw forbidden(
        "The administrator's status cannot be changed.",
        'target is the administrator',
      )
    const before = await writeDecision(tx, users, userId, decision)
    await recordEvent(tx, by, 'user.status-changed', {
      object: `user:${userId}`,
      details: { status: decision.status },
    })
    const after = await getUser(tx, userId)
    if (!after) throw notFound()
    if (mail && after.status !== 'pending' && after.status !== before) {
      await queueLifecycleMail(tx, mail, { template: after.status, user: after })
    }
    return after
  })
}
