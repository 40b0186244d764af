import type { Router } from 'express'
import { auditListQuery, type ListedEvent, type PersonHistory } from '@shared/audit'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withQuery } from '../../http/validate'
import { listPersonHistory, type HistoryEntry } from './list-person-history'
import { listTrail } from './list-trail'
import type { Named } from './name-queries'
import type { AuditEventRow } from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminAuditRoutes(context: Context): Router {
  const router = createRouter()

  router.get(
    '/audit-events',
    withQuery(auditListQuery, async (query, req, res) => {
      const { rows, total, names } = await listTrail(context, query)
      sendPage(req, res, { rows: rows.map((row) => presentEvent(row, names)), total, query })
    }),
  )

  router.get('/users/:id/history', async (req, res) => {
    const { entries, names } = await listPersonHistory(context.db, pathId(req))
    res.json(presentHistory(entries, names))
  })

  return router
}

function presentEvent(row: AuditEventRow, names: ReadonlyMap<string, Named>): ListedEvent {
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

const presentHistory = (
  entries: readonly HistoryEntry[],
  names: ReadonlyMap<string, Named>,
): PersonHistory =>
  entries.map((entry) => {
    if ('event' in entry) return { event: presentEvent(entry.event, names) }
    const { id, createdAt, subject, status } = entry.mail
    return { mail: { id, at: createdAt.toISOString(), subject, status } }
  })
