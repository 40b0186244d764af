import type { RequestHandler, Router } from 'express'
import { optionalReauthentication } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import { forbidden } from '../../../errors'
import { getActor } from '../../../http/actor'
import type { Context } from '../../../http/context'
import { createFairQueue } from '../../../http/fair-queue'
import {
  addToConfirmation,
  currentUser,
  getConfirmation,
  getProof,
  requireUser,
} from '../../../http/guards'
import { getPersonKey, limitConcurrency } from '../../../http/limit-concurrency'
import { createRouter } from '../../../http/router'
import { sendZip } from '../../../http/send-zip'
import { withBody } from '../../../http/validate'
import type { Passwords } from '../../accounts/passwords'
import { requireProof } from '../../accounts/reauthenticate'
import { exportAccount } from './export-account'

/** How long a copy can be fetched once its owner proved who they are. */
const fetchMs = 10 * 60_000

/** The copy that people can take of their data. */
export function ownDataRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limitDocuments, limits, sealer, sessions, storage } = context
  const deps = { db, passwords, limits, sealer }
  const copies = createFairQueue({
    name: 'dataExportAtOnce',
    retryAfterSeconds: 10,
    slots: Infinity,
    runningPerKey: () => 1,
  })
  const router = createRouter()

  router.post(
    '/account/data',
    requireUser,
    withBody(optionalReauthentication, async (typed, req, res) => {
      const by = getActor(req)
      await limits.consumeFor([['dataExport', String(by.id)]], () =>
        requireProof(deps, by, getProof(req, typed)),
      )
      addToConfirmation(req, { copyUntil: Date.now() + fetchMs })
      await sessions.renew(req, currentUser(req))
      res.json({ message: 'Your copy is ready to download.' } satisfies Confirmation)
    }),
  )

  // A plain address, so that a browser saves it as it goes, on a phone too.
  router.get(
    '/account/data',
    requireUser,
    requireRecentConfirmation,
    ...limitDocuments,
    limitConcurrency(copies, getPersonKey),
    async (req, res) => {
      const day = new Date().toISOString().slice(0, 10)
      res.set({
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="my-data-${day}.zip"`,
      })
      if (req.method === 'HEAD') {
        res.end()
        return
      }
      const by = getActor(req)
      await sendZip(res, exportAccount({ env, db, storage, sealer, logger: req.log, by }))
    },
  )

  return router
}

const requireRecentConfirmation: RequestHandler = (req, _res, next) => {
  if ((getConfirmation(req)?.copyUntil ?? 0) < Date.now()) {
    throw forbidden('Enter your password again to get your copy.', 'reauthentication')
  }
  next()
}
