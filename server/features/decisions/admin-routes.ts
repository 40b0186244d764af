import type { Request, Router } from 'express'
import type { DecisionBasis } from '@shared/review'
import { decisionKind, reasonKind, reasonsChange, undoQuery } from '@shared/decisions'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { pathId, pathText, withBody, withQuery } from '../../http/validate'
import { readBases } from './read-basis'
import { editReasons, listReasons } from './rejection-reasons'
import { undoDecision } from './undo-decision'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminDecisionRoutes({ db, env, sealer }: Context): Router {
  const router = createRouter()

  router.get('/decision-basis/:kind/:id', async (req, res) => {
    const kind = decisionKind.safeParse(pathText(req, 'kind'))
    const id = pathId(req)
    const basis = kind.success && (await readBases(db, kind.data, [id])).get(id)
    if (!basis) throw notFound()
    res.json(basis satisfies DecisionBasis)
  })

  router.post(
    '/decisions/:id/undo',
    withQuery(undoQuery, async ({ ifUntold }, req, res) => {
      const [decisionId, by] = [pathId(req), getActor(req)]
      res.json(await undoDecision({ db, mail: { env, sealer }, decisionId, ifUntold, by }))
    }),
  )

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
