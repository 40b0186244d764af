import type { Request, Router } from 'express'
import { reasonKind, reasonsChange } from '@shared/decisions'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { pathId, pathText, withBody } from '../../http/validate'
import { editReasons, listReasons } from './rejection-reasons'
import { undoDecision } from './undo-decision'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminDecisionRoutes({ db }: Context): Router {
  const router = createRouter()

  router.post('/decisions/:id/undo', async (req, res) => {
    res.json(await undoDecision({ db, decisionId: pathId(req), by: getActor(req) }))
  })

  router.get('/rejection-reasons', async (_req, res) => {
    res.json(await listReasons(db))
  })

  router.patch(
    '/rejection-reasons/:kind',
    withBody(reasonsChange, async ({ reasons }, req, res) => {
      res.json(await editReasons({ db, kind: pathKind(req), reasons, by: getActor(req) }))
    }),
  )

  router.delete('/rejection-reasons/:kind', async (req, res) => {
    res.json(await editReasons({ db, kind: pathKind(req), reasons: null, by: getActor(req) }))
  })

  return router
}

function pathKind(req: Request) {
  const parsed = reasonKind.safeParse(pathText(req, 'kind'))
  if (!parsed.success) throw notFound()
  return parsed.data
}
