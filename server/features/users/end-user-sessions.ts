import type { Database } from '../../db/client'
import { endSessions } from '../../db/user-sessions'
import { notFound } from '../../http/errors'
import { recordEvent } from '../audit/record-event'
import { canDeleteUser } from './policy'
import { getUser } from './queries'

/** Logs a user out everywhere. The administrator's own sessions end elsewhere: 404. */
export async function endUserSessions(input: {
  db: Database
  userId: number
  actorId: number
  ip: string | undefined
}): Promise<void> {
  const { db, userId, actorId, ip } = input
  await db.transaction(async (tx) => {
    const user = await getUser(tx, userId)
    if (!user || !canDeleteUser(user)) throw notFound()
    await endSessions(tx, userId)
    await recordEvent(tx, {
      action: 'account.sessions-ended',
      actorId,
      object: `user:${userId}`,
      ip,
    })
  })
}
