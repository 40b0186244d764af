import { asc, sql } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { users } from '../../db/schema/users'
import { portalItself, recordEvent } from '../audit/record-event'
import type { MailDeps } from '../mail/find-sender'
import { eraseAccount } from './erase-account'

const batchSize = 500

interface Deps extends MailDeps {
  db: Database
}

const isDue = sql`${users.closesAt} <= now()`

/**
 * Removes the accounts whose owners have had their seven days, each in a transaction of its own. What
 * fails does not hold up the others; it is tried again with the next run.
 */
export async function closeDueAccounts(deps: Deps): Promise<void> {
  const due = await deps.db
    .select({ id: users.id })
    .from(users)
    .where(isDue)
    .orderBy(asc(users.closesAt))
    .limit(batchSize)
  const failures: unknown[] = []
  for (const { id } of due) {
    await closeIfDue(deps, id).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function closeIfDue({ db, env, sealer }: Deps, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Looked at again under the lock: its owner may have kept it at the last moment.
    if (!(await eraseAccount(tx, { mail: { env, sealer }, userId, condition: isDue }))) return
    await recordEvent(tx, portalItself, 'account.closed', { object: `user:${userId}` })
  })
}
