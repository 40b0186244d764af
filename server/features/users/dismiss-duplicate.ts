import type { DuplicateDismissal } from '@shared/duplicates'
import type { Actor } from '../../ctx'
import type { Database } from '../../db/client'
import { badRequest, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { addDismissal, isPartnerAccount } from './duplicate-queries'

/**
 * Keeps that two accounts are two people, with the reason; of two concurrent calls the first one's
 * stays. Throws 404 when there is no such person, 400 for one and the same.
 */
export async function dismissDuplicate(input: {
  db: Database
  userId: number
  dismissal: DuplicateDismissal
  by: Actor
}): Promise<void> {
  const { db, userId, dismissal, by } = input
  const { otherId, reason } = dismissal
  if (otherId === userId) throw badRequest('These are one account.')
  await db.transaction(async (tx) => {
    const pair = [Math.min(userId, otherId), Math.max(userId, otherId)] as const
    for (const id of pair) if (!(await isPartnerAccount(tx, id))) throw notFound()
    const row = { userId: pair[0], otherId: pair[1], reason, dismissedBy: by.id }
    if (!(await addDismissal(tx, row))) return
    for (const id of pair) {
      const other = id === userId ? otherId : userId
      await recordEvent(tx, by, 'user.duplicate-dismissed', {
        object: `user:${id}`,
        details: { other: `user:${other}` },
      })
    }
  })
}
