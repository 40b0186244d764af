import type { Router } from 'express'
import { auditListQuery, listedEvent, personHistory } from '@shared/audit'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { listPersonHistory } from './list-person-history'
import { listTrail } from './list-trail'
import type { Named } from './name-queries'
import type { AuditEventRow } from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminAuditRoutes(context: Context): Router {
  const routes = createRoutes(context)

  routes.list(
    '/audit-events',
    {
      about:
        'Narrowed to a thing (`object`, such as `file:12`), a person with what is theirs, a search, whose doing it was (`actor`, an id or `none`), a kind, and by time.',
      query: auditListQuery,
      out: listedEvent,
    },
    async (_ctx, query) => {
      const { rows, total, names } = await listTrail(context, query)
      return { rows: rows.map((row) => presentEvent(row, names)), total }
    },
  )

  routes.get('/users/:id/history', { out: personHistory }, async (_ctx, { id }) => {
    const { entries, names } = await listPersonHistory(context.db, id)
    return entries.map((entry) =>
      'event' in entry ? { event: presentEvent(entry.event, names) } : entry,
    )
  })

  return routes.router
}

function presentEvent(row: AuditEventRow, names: ReadonlyMap<string, Named>) {
  const { actorId, actorEmail, actorFirstName, actorLastName, ...event } = row
  const named = row.object === null ? undefined : names.get(row.object)
  return {
    ...event,
    objectName: named?.name ?? null,
    owner: named?.owner ?? null,
    decision: row.decision && { ...row.decision, isUndone: row.decision.undoneAt !== null },
    actor:
      actorId === null
        ? null
        : {
            id: actorId,
            email: actorEmail,
            name: actorEmail && `${actorFirstName} ${actorLastName}`,
          },
  }
}
