import type { Router } from 'express'
import { duplicateDismissal } from '@shared/duplicates'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { pathId, withBody } from '../../http/validate'
import { dismissDuplicate } from './dismiss-duplicate'
import { isPartnerAccount, listDuplicates } from './duplicate-queries'
import { presentDuplicate } from './presenter'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminDuplicateRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get('/users/:id/duplicates', async (req, res) => {
    const userId = pathId(req)
    if (!(await isPartnerAccount(db, userId))) throw notFound()
    res.json((await listDuplicates(db, userId)).map(presentDuplicate))
  })

  router.post(
    '/users/:id/duplicates/dismiss',
    withBody(duplicateDismissal, async (dismissal, req, res) => {
      const userId = pathId(req)
      await dismissDuplicate({ db, userId, dismissal, by: getActor(req) })
      res.json((await listDuplicates(db, userId)).map(presentDuplicate))
    }),
  )

  return router
}
