import type { ListedEvent, PersonHistory } from '@shared/audit'
import type { Named } from './name-queries'
import type { AuditEventRow } from './queries'
import type { HistoryEntry } from './list-person-history'

export function presentEvent(row: AuditEventRow, names: ReadonlyMap<string, Named>): ListedEvent {
  const named = row.object === null ? undefined : names.get(row.object)
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    object: row.object,
    objectName: named?.name ?? null,
    owner: named?.owner ?? null,
    ip: row.ip,
    requestId: row.requestId,
    details: row.details,
    decision: row.decision && {
      from: row.decision.from,
      reason: row.decision.reason,
      isUndone: row.decision.undoneAt !== null,
    },
    actor:
      row.actorId === null
        ? null
        : {
            id: row.actorId,
            email: row.actorEmail,
            name: row.actorEmail && `${row.actorFirstName} ${row.actorLastName}`,
          },
  }
}

export const presentHistory = (
  entries: readonly HistoryEntry[],
  names: ReadonlyMap<string, Named>,
): PersonHistory =>
  entries.map((entry) => {
    if ('event' in entry) return { event: presentEvent(entry.event, names) }
    const { id, createdAt, subject, status } = entry.mail
    return { mail: { id, at: createdAt.toISOString(), subject, status } }
  })
