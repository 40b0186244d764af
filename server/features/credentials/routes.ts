import type { Router } from 'express'
import { shareCredentialsRequest, type SharedCredentials } from '@shared/credentials'
import type { Context } from '../../http/context'
import { getVisitor } from '../../http/actor'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { presentOwnCredential } from './presenter'
import { listCredentialsOfUser } from './queries'
import { shareCredentials } from './share-credentials'

export function credentialRoutes(context: Context): Router {
  const { db, sealer, limits } = context
  const router = createRouter()

  router.post(
    '/credit-credentials',
    withBody(shareCredentialsRequest, async (credentials, req, res) => {
      const uploadKey = await limits.consumeUnlessRefused(
        req,
        ['credentialsHour', 'credentialsDay'],
        () => shareCredentials({ db, sealer, credentials, by: getVisitor(req) }),
      )
      res.status(201).json({ uploadKey } satisfies SharedCredentials)
    }),
  )

  router.get('/credit-credentials', requireUser, async (req, res) => {
    const rows = await listCredentialsOfUser(db, currentUser(req).id)
    res.json(rows.map(presentOwnCredential))
  })

  return router
}
