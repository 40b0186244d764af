import type { Router } from 'express'
import { changeEmailRequest, emailChangeLink } from '@shared/email-changes'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../../http/context'
import { getActor, getVisitor } from '../../../http/actor'
import { getCaller } from '../../../http/caller'
import { currentUser, requireUser } from '../../../http/guards'
import { createRouter } from '../../../http/router'
import { withBody } from '../../../http/validate'
import type { Passwords } from '../passwords'
import { askEmailChange } from './ask-email-change'
import { confirmEmailChange } from './confirm-email-change'
import { withdrawEmailChange } from './drop-email-change'
import { presentEmailChange } from './presenter'
import { findWaitingChange } from './queries'
import { stopEmailChange } from './stop-email-change'

/** Changing the email that someone logs in with. */
export function emailChangeRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer, sessions } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.get('/email-change', requireUser, async (req, res) => {
    res.json(presentEmailChange(await findWaitingChange(db, currentUser(req).id)))
  })

  router.post(
    '/email-change',
    requireUser,
    withBody(changeEmailRequest, async (change, req, res) => {
      const { passwordVersion } = currentUser(req)
      const from = { passwordVersion, by: getActor(req), caller: getCaller(req) }
      const deps = { db, passwords, limits, sealer, mail }
      const asked = await askEmailChange({ ...deps, change, ...from })
      await sessions.renew(req, currentUser(req))
      res.json(presentEmailChange(asked))
    }),
  )

  router.delete('/email-change', requireUser, async (req, res) => {
    await withdrawEmailChange({ db, by: getActor(req) })
    res.json({ message: 'Your email is unchanged.' } satisfies Confirmation)
  })

  router.post(
    '/email-change/confirm',
    limits.perIp('resetPerIp'),
    withBody(emailChangeLink, async ({ token }, req, res) => {
      const from = { sessionId: req.sessionID, by: getVisitor(req) }
      await confirmEmailChange({ db, mail, token, ...from })
      res.json({ message: 'Your email is changed.' } satisfies Confirmation)
    }),
  )

  router.post(
    '/email-change/stop',
    limits.perIp('resetPerIp'),
    withBody(emailChangeLink, async ({ token }, req, res) => {
      await stopEmailChange({ db, sealer, token, by: getVisitor(req) })
      await sessions.end(req, res)
      res.json({ message: 'Your email is unchanged.' } satisfies Confirmation)
    }),
  )

  return router
}
