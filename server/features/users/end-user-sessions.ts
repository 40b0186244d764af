import type { Actor } from '../../ctx'
import type { Database } from '../../db/client'
import { endSessions } from '../../db/user-sessions'
import { forbidden, notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { getUser } from './queries'

/** Logs a user out everywhere. Throws 403 for the administrator's own account. */
export async function endUserSessions(input: {
  db: Database
  userId: number
  by: Actor
}): Promise<void> {
  const { db, userId, by } = input
  await db.transaction(async (tx) => {
    const user = await getUser(tx, userId)
    if (!user) throw notFound()
    if (user.isAdmin)
      throw forbidden(
        'The administrator’s sessions are ended on the Account page.',
        'target is the administrator',
      )
    await endSessions(tx, userId)
    await recordEvent(tx, by, 'account.sessions-ended', { object: `user:${userId}` })
  })
}
