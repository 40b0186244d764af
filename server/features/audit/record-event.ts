import { sql } from 'drizzle-orm'
import type { AuditAction } from '@shared/audit'
import type { EventSource } from '../../ctx'
import type { Queryable, Database } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'

/** Jobs and commands. */
export const portalItself: EventSource = { ip: null }

type EventDetails = Record<string, string | number | boolean | null>

interface Recorder {
  db: Queryable
  by: EventSource
}

/**
 * Adds to the audit trail; call it inside the transaction of the change it records. Details never hold secrets.
 */
export async function recordEvent(
  { db, by }: Recorder,
  action: AuditAction,
  object?: string,
  details?: EventDetails,
): Promise<void> {
  const { id: actorId, ip, requestId } = by
  await db.insert(auditEvents).values({ action, object, details, actorId, ip, requestId })
}

/** True when the portal's own database role may do more with the audit trail than add to it. */
export async function canChangeTrail(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ can_change: boolean }>(
    sql`select has_table_privilege('audit_events', 'UPDATE, DELETE, TRUNCATE, TRIGGER') as can_change`,
  )
  return rows[0]?.can_change !== false
}
