import type { ReviewDecision } from '@shared/review'
import type { Database } from '../../db/client'
import { writeDecision } from '../../db/review'
import { users } from '../../db/schema/users'
import { forbidden, notFound } from '../../http/errors'
import { recordEvent } from '../audit/record-event'
import { canReviewUser } from './policy'
import { getUser, type UserRow } from './queries'

/**
 * Sets any status from any other. It does not end the user's sessions: a rejected person must be
 * able to read the decision. Throws 403 for the administrator's own account.
 */
export async function setUserStatus(input: {
  db: Database
  userId: number
  decision: ReviewDecision
  actorId: number | null
  ip: string | undefined
}): Promise<UserRow> {
  const { db, userId, decision, actorId, ip } = input
  return db.transaction(async (tx) => {
    const before = await getUser(tx, userId)
    if (!before) throw notFound()
    if (!canReviewUser(before)) throw forbidden("The administrator's status cannot be changed.")
    await writeDecision(tx, users, userId, decision)
    await recordEvent(tx, {
      action: 'user.status-changed',
      actorId,
      object: `user:${userId}`,
      ip,
      details: { status: decision.status },
    })
    const after = await getUser(tx, userId)
    if (!after) throw notFound()
    return after
  })
}
