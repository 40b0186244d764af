import type { ListedEvent } from '@shared/audit'
import type { AuditEventRow } from './queries'

export function presentEvent(row: AuditEventRow): ListedEvent {
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    object: row.object,
    ip: row.ip,
    requestId: row.requestId,
    details: row.details,
    actor: row.actorId === null ? null : { id: row.actorId, email: row.actorEmail },
  }
}
