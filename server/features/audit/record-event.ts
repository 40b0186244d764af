import type { AuditAction } from '@shared/audit'
import type { Queryable } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'
import { currentRequestId } from '../../http/current-request'

/**
 * Adds to the audit trail, with the id of the request under way; call it inside the transaction of the
 * change it records. Details never hold secrets.
 */
export async function recordEvent(
  db: Queryable,
  event: {
    action: AuditAction
    actorId?: number | null
    object?: string
    ip?: string | undefined
    details?: Record<string, string | number | boolean | null>
  },
): Promise<void> {
  await db.insert(auditEvents).values({ ...event, requestId: currentRequestId() })
}
