import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Database, Queryable, Transaction } from '../../../db/client'
import { emailChanges } from '../../../db/schema/email-changes'
import { notFound } from '../../../errors'
import type { Actor } from '../../../http/actor'
import { recordEvent } from '../../audit/record-event'

/**
 * Takes a waiting change away: of someone who closes the account, or chooses a new password because of
 * whoever asked for it. One that was made stays, with the way to take it back. Answers whether there was one.
 */
export async function dropWaitingChange(tx: Queryable, userId: number): Promise<boolean> {
  const dropped = await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.previousEmail)))
    .returning({ userId: emailChanges.userId })
  return dropped.length > 0
}

/** Someone's own change, before it is made. Throws 404 when none is waiting. */
export async function withdrawEmailChange(input: { db: Database; by: Actor }): Promise<void> {
  const { db, by } = input
  await db.transaction(async (tx: Transaction) => {
    if (!(await dropWaitingChange(tx, by.id))) throw notFound()
    await recordEvent(tx, by, 'account.email-change-withdrawn', { object: `user:${by.id}` })
  })
}

/** The job: nothing is kept of what was neither confirmed in time nor can be taken back any more. */
export async function removeOldEmailChanges(db: Database): Promise<void> {
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, sql`now()`))
}
