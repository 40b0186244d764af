import { eq } from 'drizzle-orm'
import type { Database } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { notFound } from '../../errors'
import type { Actor } from '../../http/actor'
import { recordEvent } from '../audit/record-event'

export async function deleteCredential(input: {
  db: Database
  credentialId: number
  by: Actor
}): Promise<void> {
  const { db, credentialId, by } = input
  await db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(monitoringCredentials)
      .where(eq(monitoringCredentials.id, credentialId))
      .returning({ id: monitoringCredentials.id })
    if (!deleted) throw notFound()
    const object = `credential:${credentialId}`
    await recordEvent(tx, by, 'credential.deleted', { object })
  })
}
