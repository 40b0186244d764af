import type { Router } from 'express'
import { auditListQuery } from '@shared/audit'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { withQuery } from '../../http/validate'
import { presentEvent } from './presenter'
import { countEvents, listEvents } from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminAuditRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get(
    '/audit-events',
    withQuery(auditListQuery, async (query, req, res) => {
      const [rows, total] = await Promise.all([listEvents(db, query), countEvents(db, query)])
      sendPage(req, res, { rows: rows.map(presentEvent), total, query })
    }),
  )

  return router
}
