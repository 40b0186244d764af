import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { endSessions } from '../../db/user-sessions'
import { users } from '../../db/schema/users'
import { forbidden, notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { canDeleteUser } from './policy'
import { getUser } from './queries'

/**
 * Deletes a user, its sessions and its shared credentials. Its files stay, as 'No User Account',
 * until they are deleted by hand. Throws 403 for the administrator's own account.
 */
export async function deleteUser(input: {
  db: Database
  userId: number
  by: Actor
}): Promise<void> {
  const { db, userId, by } = input
  await db.transaction(async (tx) => {
    const user = await getUser(tx, userId)
    if (!user) throw notFound()
    if (!canDeleteUser(user))
      throw forbidden('The administrator cannot be deleted.', 'target is the administrator')
    await tx.delete(users).where(eq(users.id, userId))
    await endSessions(tx, userId)
    await recordEvent(tx, by, 'user.deleted', { object: `user:${userId}` })
  })
}
