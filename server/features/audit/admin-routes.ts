import type { Router } from 'express'
import { auditListQuery, listedEvent } from '@shared/audit'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { listTrail } from './list-trail'

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
    async (_ctx, query) => listTrail(context, query),
  )

  return routes.router
}
