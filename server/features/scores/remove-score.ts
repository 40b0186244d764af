import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { lockPerson } from '../../db/lock-person'
import { creditScores } from '../../db/schema/scores'
import { users } from '../../db/schema/users'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'

/** Takes a confirmed score back. Throws 404 when there is none. */
export async function removeScore(input: {
  db: Database
  userId: number
  by: Actor
}): Promise<void> {
  const { db, userId, by } = input
  await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, userId))) throw notFound()
    const removed = await tx
      .delete(creditScores)
      .where(eq(creditScores.userId, userId))
      .returning({ userId: creditScores.userId })
    if (removed.length === 0) throw notFound()
    await tx.update(users).set({ creditScore: null }).where(eq(users.id, userId))
    await recordEvent(tx, by, 'user.score-removed', { object: `user:${userId}` })
  })
}
