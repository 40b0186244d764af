import type { Router } from 'express'
import { claimRequest, type OwnLink } from '@shared/referral-links'
import type { Context } from '../../http/context'
import { forbidden } from '../../errors'
import { getActor } from '../../http/actor'
import { requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { takeOverLink } from './claim-link'

export function referralRoutes({ db }: Context): Router {
  const router = createRouter()

  router.post(
    '/referral-claims',
    requireUser,
    withBody(claimRequest, async ({ token }, req, res) => {
      const by = getActor(req)
      if (by.isAdmin) throw forbidden('The administrator has no referral link.', 'partner')
      const code = await takeOverLink({ db, token, by })
      res.json({ code } satisfies OwnLink)
    }),
  )

  return router
}
