import type { Router } from 'express'
import { consentChange, consentKind } from '@shared/consents'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { pathText, withBody } from '../../http/validate'
import { changeConsent } from './record-consents'
import { presentConsents } from './presenter'
import { listConsents } from './queries'

/** What people agree to, one by one. */
export function consentRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get('/consents', requireUser, async (req, res) => {
    res.json(presentConsents(await listConsents(db, currentUser(req).id)))
  })

  router.post(
    '/consents/:kind',
    requireUser,
    withBody(consentChange, async (change, req, res) => {
      const kind = consentKind.safeParse(pathText(req, 'kind'))
      if (!kind.success) throw notFound()
      const rows = await changeConsent({ db, kind: kind.data, change, by: getActor(req) })
      res.json(presentConsents(rows))
    }),
  )

  return router
}
