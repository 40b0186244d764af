import type { AuditAction } from '@shared/audit'
import type { EventSource } from '../../ctx'
import type { Queryable } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'

/** Jobs and commands. */
export const portalItself: EventSource = { ip: null }

type EventDetails = Record<string, string | number | boolean | null>

interface EventSubject {
  object?: string
  details?: EventDetails
}

/** Whoever acts, and what writes: a context has both. */
interface Recorder {
  db: Queryable
  by: EventSource
}

/**
 * Adds to the audit trail; call it inside the transaction of the change it records. Details never hold secrets.
 */
export async function recordEvent(
  ctx: Recorder,
  action: AuditAction,
  object?: string,
  details?: EventDetails,
): Promise<void>
export async function recordEvent(
  db: Queryable,
  by: EventSource,
  action: AuditAction,
  about?: EventSubject,
): Promise<void>
export async function recordEvent(
  ...given:
    | [ctx: Recorder, action: AuditAction, object?: string, details?: EventDetails]
    | [db: Queryable, by: EventSource, action: AuditAction, about?: EventSubject]
): Promise<void> {
  const isOfCtx = (all: typeof given): all is [Recorder, AuditAction, string?, EventDetails?] =>
    'by' in all[0]
  if (!isOfCtx(given)) {
    const [db, by, action, about] = given
    return recordEvent({ db, by }, action, about?.object, about?.details)
  }
  const [{ db, by }, action, object, details] = given
  const { id: actorId, ip, requestId } = by
  await db.insert(auditEvents).values({ action, object, details, actorId, ip, requestId })
}
