import { and, asc, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'

/** Reports shared logins with an owner who never claimed them. Returns how many shared logins there are. */
export async function fsckCredentials(
  db: Database,
  report: (problem: string) => void,
): Promise<number> {
  const { id, userId, claimedAt } = monitoringCredentials
  const unclaimed = await db
    .select({ id })
    .from(monitoringCredentials)
    .where(and(isNotNull(userId), isNull(claimedAt)))
    .orderBy(asc(id))
  for (const credential of unclaimed) {
    report(`Shared login ${credential.id}: it has an owner, but was never claimed`)
  }
  return db.$count(monitoringCredentials)
}
