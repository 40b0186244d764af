import { and, desc, eq, isNotNull, ne, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { Queryable } from './client'
import { users } from './schema/users'
import { sessions } from './schema/logins'

const belongsTo = (userId: number) =>
  sql`${sessions.sess} -> 'passport' ->> 'user' = ${String(userId)}` satisfies SQL
const ref = sql<string>`${sessions.sess} ->> 'ref'`
const startedAt = sql<string>`(${sessions.sess} ->> 'createdAt')::bigint`
// The library's column has no time zone, and pg returns a bigint as text.
const endsAt = sql<string>`(extract(epoch from ${sessions.expire} at time zone
  current_setting('timezone')) * 1000)::bigint`
const hasNotRunOut = sql`${sessions.expire} > now()`

/** The columns that each request reads of a session, and the condition for one that is still valid. */
export const openSession = {
  columns: { data: sessions.sess, endsAt: endsAt.mapWith((ms) => new Date(Number(ms))) },
  userId: sql`(${sessions.sess} -> 'passport' ->> 'user')::int`,
  is: (sid: Placeholder) => and(eq(sessions.sid, sid), hasNotRunOut),
}

/** The sessions of a user that have not run out, the newest first. */
export async function listSessions(db: Queryable, userId: number) {
  return db
    .select({
      sid: sessions.sid,
      ref,
      startedAt,
      browser: sql<string>`${sessions.sess} ->> 'browser'`,
      endsAt,
    })
    .from(sessions)
    .where(and(belongsTo(userId), hasNotRunOut, isNotNull(ref)))
    .orderBy(desc(startedAt))
}

/**
 * Whether a user is logged in by this session. In a transaction, both rows stay locked until its end, so the session
 * cannot end, or the user be deleted, before.
 */
export async function holdSession(db: Queryable, session: { sid: string; userId: number }) {
  const { sid, userId } = session
  // The user is locked first, in the same order as when one is deleted.
  const locked = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, userId))
    .for('key share')
  if (locked.length === 0) return false
  const found = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(and(eq(sessions.sid, sid), belongsTo(userId), hasNotRunOut))
    .for('key share')
  return found.length > 0
}

/** Logs a user out everywhere, once the transaction commits. */
export async function endSessions(db: Queryable, userId: number): Promise<void> {
  await db.delete(sessions).where(belongsTo(userId))
}

/** Logs a user out everywhere but in the session named. */
export async function endOtherSessions(db: Queryable, userId: number, sid: string): Promise<void> {
  await db.delete(sessions).where(and(belongsTo(userId), ne(sessions.sid, sid)))
}

/** Returns whether the user had such a session. */
export async function endSession(db: Queryable, userId: number, wanted: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(belongsTo(userId), sql`${ref} = ${wanted}`))
    .returning({ sid: sessions.sid })
  return ended.length > 0
}

export async function endOldestSessions(db: Queryable, userId: number, kept: number) {
  const tooMany = db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(belongsTo(userId))
    .orderBy(desc(startedAt))
    .offset(kept)
  await db.delete(sessions).where(sql`${sessions.sid} in ${tooMany}`)
}
