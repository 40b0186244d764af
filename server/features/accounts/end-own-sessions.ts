import type { Actor, Visitor } from '../../ctx'
import type { Database } from '../../db/client'
import { endOtherSessions, endSession } from '../../db/user-sessions'
import { notFound } from '../../errors'
import type { SessionUser } from '../../http/session'
import { recordEvent } from '../audit/record-event'

/** Logs someone out everywhere but in the session named. */
export async function endOtherOwnSessions(input: {
  db: Database
  sessionId: string
  by: Actor
}): Promise<void> {
  const { db, sessionId, by } = input
  await db.transaction(async (tx) => {
    await endOtherSessions(tx, by.id, sessionId)
    await recordEvent(tx, by, 'account.sessions-ended', { object: `user:${by.id}` })
  })
}

/** Ends one session of someone. Throws 404 when they have no such session. */
export async function endOwnSession(input: {
  db: Database
  ref: string
  by: Actor
}): Promise<void> {
  const { db, ref, by } = input
  await db.transaction(async (tx) => {
    if (!(await endSession(tx, by.id, ref))) throw notFound()
    await recordEvent(tx, by, 'account.sessions-ended', { object: `user:${by.id}` })
  })
}

/** A logout is never refused, even while a step is missing. */
export const recordLogout = (db: Database, user: SessionUser, from: Visitor): Promise<void> =>
  recordEvent(db, { ...from, id: user.id }, 'account.logged-out')
