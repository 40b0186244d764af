import { asc, eq, inArray } from 'drizzle-orm'
import { orNotFound } from '../errors'
import type { Queryable, Transaction } from './client'
import { users } from './schema/users'

/** Someone's account, held until the transaction ends, so that changes to what is theirs take turns; null without one. */
export async function lockPerson(tx: Transaction, userId: number) {
  const [person] = await lockPeople(tx, [userId])
  return person ?? null
}

/** Several people's accounts, held in the order of their ids, to avoid deadlock. */
export const lockPeople = (tx: Transaction, userIds: number[]) =>
  tx
    .select({
      id: users.id,
      isAdmin: users.isAdmin,
      kind: users.kind,
      status: users.status,
      closesAt: users.closesAt,
      askedAt: users.askedAt,
    })
    .from(users)
    .where(inArray(users.id, userIds))
    .orderBy(asc(users.id))
    .for('no key update')

/** Throws 404 for an account that doesn't exist. */
export async function requirePerson(db: Queryable, userId: number): Promise<void> {
  const [person] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId))
  orNotFound(person)
}
