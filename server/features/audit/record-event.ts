import type { AuditAction } from '@shared/audit'
import type { Queryable } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'
import { currentRequestId } from '../../http/current-request'

/** Whose doing an event is. Without an id nobody was logged in. */
export interface EventSource {
  id?: number
  ip: string | null
}

/** Jobs and commands. */
export const portalItself: EventSource = { ip: null }

/**
 * Adds to the audit trail, with the id of the request under way; call it inside the transaction of the
 * change it records. Details never hold secrets.
 */
export async function recordEvent(
  db: Queryable,
  by: EventSource,
  action: AuditAction,
  about: { object?: string; details?: Record<string, string | number | boolean | null> } = {},
): Promise<void> {
  const requestId = currentRequestId()
  await db.insert(auditEvents).values({ ...about, action, actorId: by.id, ip: by.ip, requestId })
}
