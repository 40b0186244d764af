import type { Router } from 'express'
import { stopRequest } from '@shared/consents'
import { requirePerson } from '../../db/require-person'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { pathId, withBody } from '../../http/validate'
import { presentConsentsOfUser } from './presenter'
import { listConsents } from './queries'
import { recordStop } from './record-consents'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminConsentRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get('/users/:id/consents', async (req, res) => {
    const userId = pathId(req)
    await requirePerson(db, userId)
    res.json(presentConsentsOfUser(await listConsents(db, userId)))
  })

  router.post(
    '/users/:id/consents/stop',
    withBody(stopRequest, async (stop, req, res) => {
      const rows = await recordStop({ db, userId: pathId(req), stop, by: getActor(req) })
      res.json(presentConsentsOfUser(rows))
    }),
  )

  return router
}
