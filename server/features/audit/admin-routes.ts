import type { Router } from 'express'
import { auditListQuery } from '@shared/audit'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withQuery } from '../../http/validate'
import { listPersonHistory } from './list-person-history'
import { listTrail } from './list-trail'
import { presentEvent, presentHistory } from './presenter'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminAuditRoutes(context: Context): Router {
  const router = createRouter()

  router.get(
    '/audit-events',
    withQuery(auditListQuery, async (query, req, res) => {
      const { rows, total, names } = await context.lists.read((dbs) => listTrail(dbs, query))
      sendPage(req, res, { rows: rows.map((row) => presentEvent(row, names)), total, query })
    }),
  )

  router.get('/users/:id/history', async (req, res) => {
    const { entries, names } = await listPersonHistory(context.db, pathId(req))
    res.json(presentHistory(entries, names))
  })

  return router
}
