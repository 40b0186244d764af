import type { Router } from 'express'
import { notFound } from '../../errors'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { pathId } from '../../http/validate'
import { getUser } from '../users/queries'
import { presentConsents } from './presenter'
import { listConsents } from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminConsentRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get('/users/:id/consents', async (req, res) => {
    const userId = pathId(req)
    if (!(await getUser(db, userId))) throw notFound()
    res.json(presentConsents(await listConsents(db, userId)))
  })

  return router
}
