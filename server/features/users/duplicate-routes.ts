import type { Router } from 'express'
import { duplicateDismissal, duplicateMarksQuery, type DuplicateMarks } from '@shared/duplicates'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { pathId, withBody, withQuery } from '../../http/validate'
import { dismissDuplicate } from './dismiss-duplicate'
import { findMarkedDuplicates, isPartnerAccount, listDuplicates } from './duplicate-queries'
import { presentDuplicate } from './presenter'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminDuplicateRoutes({ db }: Context): Router {
  const router = createRouter()

  // Apart from the list, which is there several times as fast without.
  router.get(
    '/users/duplicate-marks',
    withQuery(duplicateMarksQuery, async ({ ids }, _req, res) => {
      res.json({ marked: await findMarkedDuplicates(db, ids) } satisfies DuplicateMarks)
    }),
  )

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
