import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../db/client'
import { users } from '../../../db/schema/users'
import { hashToken } from '../../../tokens'
import { lockResetLink, passwordVersion } from '../queries'
import { emailChanges, emailConfirmations } from '../../../db/schema/logins'

const isAlive = or(isNull(emailChanges.expiresAt), gt(emailChanges.expiresAt, sql`now()`))
const isWaiting = and(isNull(emailChanges.previousEmail), isAlive)

export type EmailChangeRow = Awaited<ReturnType<typeof findWaitingChange>> & object

export async function findWaitingChange(db: Queryable, userId: number) {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isWaiting))
  return row ?? null
}

/** Waiting, or made and still to be taken back. */
export async function findChange(db: Queryable, userId: number) {
  const [row] = await db
    .select()
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isAlive))
  return row ?? null
}

/** The owner of the waiting change that a link to the new address confirms. */
export const findByConfirmLink = (db: Queryable, token: string) =>
  findOwnerWhere(db, and(eq(emailChanges.confirmHash, hashToken(token)), isWaiting))

/** The owner of the change that a link to the address before stops. */
export const findByStopLink = (db: Queryable, token: string) =>
  findOwnerWhere(db, and(eq(emailChanges.stopHash, hashToken(token)), isAlive))

async function findOwnerWhere(db: Queryable, condition: ReturnType<typeof and>) {
  const [row] = await db.select({ userId: emailChanges.userId }).from(emailChanges).where(condition)
  return row?.userId ?? null
}

/**
 * Locks someone's account until the transaction ends, so that changes take turns with each other, with
 * closing and with resets.
 */
export async function lockAccount(tx: Transaction, userId: number) {
  await lockResetLink(tx, userId)
  const [person] = await tx
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      closesAt: users.closesAt,
      passwordVersion,
    })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return person ?? null
}

/**
 * Deletes a waiting change, for someone who closes the account or chooses a new password: another person may
 * have asked for it. One that was made is kept, with the way to take it back. Returns whether there was one.
 */
export async function dropWaitingChange(tx: Queryable, userId: number): Promise<boolean> {
  const dropped = await tx
    .delete(emailChanges)
    .where(and(eq(emailChanges.userId, userId), isNull(emailChanges.previousEmail)))
    .returning({ userId: emailChanges.userId })
  return dropped.length > 0
}

export async function isEmailConfirmed(
  db: Queryable,
  { id, email }: { id: number; email: string },
): Promise<boolean> {
  const isTheirs = and(
    eq(emailConfirmations.userId, id),
    eq(emailConfirmations.email, email),
    isNotNull(emailConfirmations.confirmedAt),
  )
  return (await db.$count(emailConfirmations, isTheirs)) > 0
}

/** Notes that someone used a link which only the reader of this address's mail can have. */
export async function markEmailConfirmed(
  tx: Transaction,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  const confirmed = { email, tokenHash: null, expiresAt: null, confirmedAt: sql`now()` }
  await tx
    .insert(emailConfirmations)
    .values({ userId, ...confirmed })
    .onConflictDoUpdate({ target: emailConfirmations.userId, set: confirmed })
}
