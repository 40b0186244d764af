import type { Router } from 'express'
import { correctDetailsRequest, reauthentication } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../http/context'
import { forbidden, tooManyRequests } from '../../errors'
import { getActor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { currentUser, requireUser } from '../../http/guards'
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

/** What is held on whoever is logged in: to be corrected, and to be taken along. */
export function dataRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer, sessions, storage } = context
  /** Whose copies this process is sending. */
  const beingSent = new Set<number>()
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
  router.get('/account/data', requireUser, async (req, res) => {
    const by = getActor(req)
    if ((req.session.dataFetchableUntil ?? 0) < Date.now()) {
      throw forbidden('Enter your password again to get your copy.', 'reauthentication')
    }
    if (beingSent.has(by.id)) throw tooManyRequests(10, 'dataExportAtOnce')
    const day = new Date().toISOString().slice(0, 10)
    res.set({
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="my-data-${day}.zip"`,
    })
    if (req.method === 'HEAD') {
      res.end()
      return
    }
    beingSent.add(by.id)
    try {
      await sendZip(res, exportAccount({ env, db, storage, sealer, logger: req.log, by }))
    } finally {
      beingSent.delete(by.id)
    }
  })

  return router
}
