import type { RequestHandler, Router } from 'express'
import { optionalReauthentication } from '@shared/accounts'
import { programDayOf } from '@shared/program-time'
import { forbidden } from '../../../errors'
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
import { createRoutes } from '../../../http/routes'
import { sendZip } from '../../../http/send-zip'
import type { Passwords } from '../../accounts/passwords'
import { requireProof } from '../../accounts/check-login'
import { exportAccount } from './export-account'

/** How long a copy can be fetched once its owner proved who they are. */
const fetchMs = 10 * 60_000

export function ownDataRoutes(context: Context, passwords: Passwords): Router {
  const { limitDocuments, limits, sessions } = context
  const routes = createRoutes(context)
  const copies = createFairQueue({
    name: 'dataExportAtOnce',
    retryAfterSeconds: 10,
    slots: Infinity,
    runningPerKey: () => 1,
  })

  routes.post(
    '/account/data',
    {
      about: 'For ten minutes this session may fetch a copy. Takes proof. 429 after three a day.',
      body: optionalReauthentication,
      done: 'Your copy is ready to download.',
    },
    async (ctx, { body: typed, req }) => {
      await limits.consumeFor([['dataExport', String(ctx.by.id)]], () =>
        requireProof(ctx, { passwords, limits }, getProof(req, typed)),
      )
      addToConfirmation(req, { copyUntil: Date.now() + fetchMs })
      await sessions.renew(req, currentUser(req))
    },
  )

  // A plain address, so that a browser saves it as it goes, on a phone too.
  routes.get(
    '/account/data',
    {
      sends: 'application/zip',
      before: [
        requireUser,
        requireRecentConfirmation,
        ...limitDocuments,
        limitConcurrency(copies, getPersonKey),
      ],
    },
    async (ctx, { req, res }) => {
      const day = programDayOf(new Date())
      res.set({
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="my-data-${day}.zip"`,
      })
      if (req.method === 'HEAD') {
        res.end()
        return
      }
      await sendZip(res, exportAccount({ ...ctx, db: context.db, logger: req.log }))
    },
  )

  return routes.router
}

const requireRecentConfirmation: RequestHandler = (req, _res, next) => {
  if ((getConfirmation(req)?.copyUntil ?? 0) < Date.now()) {
    throw forbidden('Enter your password again to get your copy.', 'reauthentication')
  }
  next()
}
