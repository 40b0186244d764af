import { sql } from 'drizzle-orm'
import type { Transaction } from './client'
import { sessions } from './schema/sessions'

/** Logs a user out everywhere, once the transaction commits. */
export async function endSessions(tx: Transaction, userId: number): Promise<void> {
  await tx
    .delete(sessions)
    .where(sql`${sessions.sess} -> 'passport' ->> 'user' = ${String(userId)}`)
}
