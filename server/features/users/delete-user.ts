import type { Queryable } from '../../db/client'
import { forbidden, notFound } from '../../errors'
import { eraseAccount } from './erase-account'
import { recordEvent, type EventSource } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { getUser } from './queries'

/** Removes everything of a user. Throws 403 for the administrator's own account. */
export async function deleteUser(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  mail: MailDeps
  userId: number
  by: EventSource
}): Promise<void> {
  const { db, mail, userId, by } = input
  await db.transaction(async (tx) => {
    const user = await getUser(tx, userId)
    if (!user) throw notFound()
    if (user.isAdmin)
      throw forbidden('The administrator cannot be deleted.', 'target is the administrator')
    if (!(await eraseAccount(tx, { mail, userId }))) throw notFound()
    await recordEvent(tx, by, 'user.deleted', { object: `user:${userId}` })
  })
}
