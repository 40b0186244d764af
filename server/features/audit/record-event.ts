import type { AuditAction } from '@shared/audit'
import type { EventSource } from '../../ctx'
import type { Queryable } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'

/** Jobs and commands. */
export const portalItself: EventSource = { ip: null }

interface EventSubject {
  object?: string
  details?: Record<string, string | number | boolean | null>
}

/**
 * Adds to the audit trail; call it inside the transaction of the change it records. Details never hold secrets.
 */
export async function recordEvent(
  db: Queryable,
  by: EventSource,
  action: AuditAction,
  about: EventSubject = {},
): Promise<void> {
  const { id: actorId, ip, requestId } = by
  await db.insert(auditEvents).values({ ...about, action, actorId, ip, requestId })
}
