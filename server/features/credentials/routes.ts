import type { Router } from 'express'
import { shareCredentialsRequest, type SharedCredentials } from '@shared/credentials'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../http/context'
import { getActor, getVisitor } from '../../http/actor'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { pathId, withBody } from '../../http/validate'
import { correctCredential } from './correct-credential'
import { withdrawCredential } from './delete-credential'
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
    res.json(rows.map((row) => presentOwnCredential(row)))
  })

  router.patch(
    '/credit-credentials/:id',
    requireUser,
    withBody(shareCredentialsRequest, async (correction, req, res) => {
      const row = await limits.consumeUnlessRefused(
        req,
        ['credentialsHour', 'credentialsDay'],
        () =>
          correctCredential({
            db,
            sealer,
            credentialId: pathId(req),
            correction,
            by: getActor(req),
          }),
      )
      res.json(presentOwnCredential(row))
    }),
  )

  router.delete('/credit-credentials/:id', requireUser, async (req, res) => {
    await withdrawCredential({ db, credentialId: pathId(req), by: getActor(req) })
    res.json({ message: 'Login withdrawn' } satisfies Confirmation)
  })

  return router
}
