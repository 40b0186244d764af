import { and, desc, eq, lt } from 'drizzle-orm'
import type { AuditListQuery } from '@shared/audit'
import type { Queryable } from '../../db/client'
import { auditEvents } from '../../db/schema/audit-events'
import { users } from '../../db/schema/users'
import { countUpToLimit } from '../../db/lists/totals'

export type AuditEventRow = Awaited<ReturnType<typeof listEvents>>[number]

/** A page of the audit trail, newest first, and one more. */
export async function listEvents(db: Queryable, query: AuditListQuery) {
  return db
    .select({
      id: auditEvents.id,
      at: auditEvents.at,
      action: auditEvents.action,
      object: auditEvents.object,
      ip: auditEvents.ip,
      requestId: auditEvents.requestId,
      details: auditEvents.details,
      actorId: auditEvents.actorId,
      actorEmail: users.email,
    })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.actorId))
    .where(and(matches(query), query.cursor ? lt(auditEvents.id, query.cursor) : undefined))
    .orderBy(desc(auditEvents.id))
    .limit(query.limit + 1)
}

export async function countEvents(db: Queryable, query: AuditListQuery): Promise<number> {
  return countUpToLimit(db, auditEvents, matches(query))
}

const matches = (query: AuditListQuery) =>
  query.object ? eq(auditEvents.object, query.object) : undefined
