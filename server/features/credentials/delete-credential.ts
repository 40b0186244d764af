import { and, eq, type SQL } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { Actor, EventSource } from '../../ctx'
import type { Queryable } from '../../db/client'
import { monitoringCredentials } from '../../db/schema/monitoring-credentials'
import { notFound } from '../../errors'
import { recordEvent } from '../audit/record-event'
import { cancelMailsAbout } from '../mail/queue-decision-mail'

interface Deletion {
  /** Inside a transaction it becomes part of that one. */
  db: Queryable
  credentialId: number
  by: EventSource
}

const { id, userId } = monitoringCredentials

/** Deletes a shared login, password and all, for the administrator. Throws 404 when there is none. */
export const deleteCredential = (input: Deletion) =>
  deleteWhere(eq(id, input.credentialId), input, 'credential.deleted')

/**
 * The same because its owner says so, whatever was decided about it. A decision at the same moment
 * comes before that, or finds nothing. Throws 404 for someone else's.
 */
export const withdrawCredential = (input: Deletion & { by: Actor }) =>
  deleteWhere(
    and(eq(id, input.credentialId), eq(userId, input.by.id)),
    input,
    'credential.withdrawn',
  )

async function deleteWhere(
  condition: SQL | undefined,
  { db, credentialId, by }: Deletion,
  action: AuditAction,
): Promise<void> {
  await db.transaction(async (tx) => {
    const deleted = await tx.delete(monitoringCredentials).where(condition).returning({ id })
    if (deleted.length === 0) throw notFound()
    await cancelMailsAbout(tx, 'credential', credentialId)
    await recordEvent(tx, by, action, { object: `credential:${credentialId}` })
  })
}
