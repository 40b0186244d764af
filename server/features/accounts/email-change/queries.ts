import { and, eq, gt, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Queryable, Transaction } from '../../../db/client'
import { users } from '../../../db/schema/users'
import { badRequest } from '../../../errors'
import { hashToken } from '../../../tokens'
import { lockResetLink, passwordVersion } from '../queries'
import { emailChanges, emailConfirmations } from '../../../db/schema/logins'

const isAlive = or(isNull(emailChanges.expiresAt), gt(emailChanges.expiresAt, sql`now()`))
const isPendingChange = and(isNull(emailChanges.previousEmail), isAlive)

export type EmailChangeRow = Awaited<ReturnType<typeof findWaitingChange>> & object

async function findWhere(db: Queryable, condition: SQL | undefined) {
  const [row] = await db.select().from(emailChanges).where(condition)
  return row ?? null
}

export const findWaitingChange = (db: Queryable, userId: number) =>
  findWhere(db, and(eq(emailChanges.userId, userId), isPendingChange))

/** Waiting, or made and still to be taken back. */
export const findChange = (db: Queryable, userId: number) =>
  findWhere(db, and(eq(emailChanges.userId, userId), isAlive))

export const deadLink = () =>
  badRequest('This link has expired or was already used.', { token: 'dead' })

/**
 * Locks the account of the change that a mailed link is for: the link to the new address confirms it, the one to the
 * address before stops it. Throws 400 for a dead link.
 */
export async function lockChange(tx: Transaction, link: 'confirm' | 'stop', token: string) {
  const hash = hashToken(token)
  const isMeant =
    link === 'confirm'
      ? and(eq(emailChanges.confirmHash, hash), isPendingChange)
      : and(eq(emailChanges.stopHash, hash), isAlive)
  const found = await findWhere(tx, isMeant)
  const person = found && (await lockAccount(tx, found.userId))
  // Read again under the lock: another request may have used the link.
  const change = await findWhere(tx, isMeant)
  if (!person || change?.userId !== person.id) throw deadLink()
  return { person, change }
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
