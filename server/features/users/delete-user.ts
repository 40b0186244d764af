import type { Queryable } from '../../db/client'
import type { Sealer } from '../../db/sealing'
import { forbidden, notFound } from '../../errors'
import { eraseAccount } from '../accounts/erase-account'
import { recordEvent, type EventSource } from '../audit/record-event'
import { getUser } from './queries'

/** Removes everything of a user. Throws 403 for the administrator's own account. */
export async function deleteUser(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  sealer: Sealer
  userId: number
  by: EventSource
}): Promise<void> {
  const { db, sealer, userId, by } = input
  await db.transaction(async (tx) => {
    const user = await getUser(tx, userId)
    if (!user) throw notFound()
    if (user.isAdmin)
      throw forbidden('The administrator cannot be deleted.', 'target is the administrator')
    if (!(await eraseAccount(tx, { sealer, userId }))) throw notFound()
    await recordEvent(tx, by, 'user.deleted', { object: `user:${userId}` })
  })
}
