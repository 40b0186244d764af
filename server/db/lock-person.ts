import { eq } from 'drizzle-orm'
import type { Transaction } from './client'
import { users } from './schema/users'

/** Someone's account, held until the transaction ends, so that changes to what is theirs take turns; null without one. */
export async function lockPerson(tx: Transaction, userId: number) {
  const [person] = await tx
    .select({ id: users.id, isAdmin: users.isAdmin, kind: users.kind, status: users.status })
    .from(users)
    .where(eq(users.id, userId))
    .for('no key update')
  return person ?? null
}
