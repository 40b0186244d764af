import { and, eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'

/**
 * Deletes a shared login, password and all, because its owner says so, whatever was decided about it.
 * A decision at the same moment comes before that, or finds nothing. Throws 404 for someone else's.
 */
export async function withdrawCredential(input: {
  db: Database
  credentialId: number
  by: Actor
}): Promise<void> {
  const { db, credentialId, by } = input
  await db.transaction(async (tx) => {
    const { id, userId } = monitoringCredentials
    const withdrawn = await tx
      .delete(monitoringCredentials)
      .where(and(eq(id, credentialId), eq(userId, by.id)))
      .returning({ id })
    if (withdrawn.length === 0) throw notFound()
    await cancelMailsAbout(tx, 'credential', credentialId)
    await recordEvent(tx, by, 'credential.withdrawn', { object: `credential:${credentialId}` })
  })
}
