import { eq } from 'drizzle-orm'
import type { Queryable } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { notFound } from '../../errors'
import { recordEvent, type EventSource } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'

export async function deleteCredential(input: {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  credentialId: number
  by: EventSource
}): Promise<void> {
  const { db, credentialId, by } = input
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(monitoringCredentials)
      .where(eq(monitoringCredentials.id, credentialId))
      .returning({ id: monitoringCredentials.id })
    if (!deleted) throw notFound()
    await cancelMailsAbout(tx, 'credential', credentialId)
    const object = `credential:${credentialId}`
    await recordEvent(tx, by, 'credential.deleted', { object })
  })
}
