import type { RequestHandler, Router } from 'express'
import { correctDetailsRequest, reauthentication } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../http/context'
import { forbidden } from '../../errors'
import { getActor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { createFairQueue } from '../../http/fair-queue'
import { currentUser, requireUser } from '../../http/guards'
import { getPersonKey, limitConcurrency } from '../../http/limit-concurrency'
import { getMissingStep } from '../../http/missing-step'
import { createRouter } from '../../http/router'
import { sendZip } from '../../http/send-zip'
import { withBody } from '../../http/validate'
import { correctDetails } from './correct-details'
import { exportAccount } from './export/export-account'
import type { Passwords } from './passwords'
import { presentCurrentUser } from './presenter'
import { reauthenticate } from './reauthenticate'

/** How long a copy can be fetched once the password was given. */
const fetchMs = 10 * 60_000

/** What is held on the person who is logged in: to be corrected, and to be taken along. */
export function dataRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limitDocuments, limits, sealer, sessions, storage } = context
  const copies = createFairQueue({
    name: 'dataExportAtOnce',
    retryAfterSeconds: 10,
    slots: Infinity,
    runningPerKey: () => 1,
  })
  const router = createRouter()

  router.patch(
    '/user',
    requireUser,
    withBody(correctDetailsRequest, async (correction, req, res) => {
      const from = { by: getActor(req), caller: getCaller(req) }
      const account = await correctDetails({ db, passwords, limits, sealer, correction, ...from })
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    }),
  )

  router.post(
    '/account/data',
    requireUser,
    withBody(reauthentication, async ({ currentPassword: password, code }, req, res) => {
      const by = getActor(req)
      const deps = { db, passwords, limits, sealer }
      await reauthenticate(deps, { password, code, by, caller: getCaller(req) })
      await limits.consume(['dataExport', String(by.id)])
      req.session.dataFetchableUntil = Date.now() + fetchMs
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
  if ((req.session.dataFetchableUntil ?? 0) < Date.now()) {
    throw forbidden('Enter your password again to get your copy.', 'reauthentication')
  }
  next()
}
