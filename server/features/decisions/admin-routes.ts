import type { Request, Router } from 'express'
import {
  decisionKind,
  reasonKind,
  reasonsChange,
  rejectionReasons,
  undoneDecision,
  undoQuery,
} from '@shared/decisions'
import { decisionBasis } from '@shared/review'
import type { z } from '@shared/zod'
import type { Portal } from '../../ctx'
import { notFound, orNotFound } from '../../errors'
import { createRoutes } from '../../http/routes'
import { pathText } from '../../http/validate'
import { readBases } from './read-basis'
import { editReasons, listReasons } from './rejection-reasons'
import { undoDecision } from './undo-decision'

export function adminDecisionRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)

  routes.get('/decision-basis/:kind/:id', { out: decisionBasis }, async ({ db }, { req, id }) =>
    orNotFound((await readBases(db, pathKind(req, decisionKind), [id])).get(id)),
  )

  routes.post(
    '/decisions/:id/undo',
    {
      about:
        'With `ifUntold=true` 409 `already-told` once a mail about it has left. `mail` says what became of that mail.',
      query: undoQuery,
      out: undoneDecision,
    },
    async (ctx, { query: { ifUntold }, id }) => undoDecision(ctx, id, ifUntold),
  )

  routes.get('/rejection-reasons', { out: rejectionReasons }, async ({ db }) => listReasons(db))

  routes.patch(
    '/rejection-reasons/:kind',
    { body: reasonsChange, out: rejectionReasons },
    async (ctx, { body: { reasons }, req }) => editReasons(ctx, pathKind(req, reasonKind), reasons),
  )

  routes.delete('/rejection-reasons/:kind', { out: rejectionReasons }, async (ctx, { req }) =>
    editReasons(ctx, pathKind(req, reasonKind), null),
  )

  return routes.router
}

function pathKind<Kind>(req: Request, kinds: z.ZodType<Kind>): Kind {
  const parsed = kinds.safeParse(pathText(req, 'kind'))
  if (!parsed.success) throw notFound()
  return parsed.data
}
