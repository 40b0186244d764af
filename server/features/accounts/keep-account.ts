import { and, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { users } from '../../db/schema/users'
import { unauthorized } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { getAccount, type AccountRow } from './queries'

/**
 * Keeps an account that its owner was closing, up to the moment it is removed: whoever locks it first,
 * this or the removal, decides. Throws 401 when it is gone.
 */
export async function keepAccount(input: { db: Database; by: Actor }): Promise<AccountRow> {
  const { db, by } = input
  return db.transaction(async (tx) => {
    const kept = await tx
      .update(users)
      .set({ closesAt: null })
      .where(and(eq(users.id, by.id), isNotNull(users.closesAt)))
      .returning({ id: users.id })
    const account = await getAccount(tx, by.id)
    if (!account) throw unauthorized()
    if (kept.length > 0) {
      await recordEvent(tx, by, 'account.kept', { object: `user:${by.id}` })
    }
    return account
  })
}
