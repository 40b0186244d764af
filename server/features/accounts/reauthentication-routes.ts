import type { Router } from 'express'
import { reauthenticateRequest } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { currentUser, requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import type { Passwords } from './passwords'
import { reauthenticateForMinutes } from './reauthenticate'

/** Mounted on /api, and on /api/admin as well, where it was when only the administrator was asked. */
export function reauthenticationRoutes(context: Context, passwords: Passwords): Router {
  const { db, limits, sealer, sessions } = context
  const deps = { db, passwords, limits, sealer }
  const router = createRouter()

  router.post(
    '/reauthenticate',
    requireUser,
    withBody(reauthenticateRequest, async ({ password, code }, req, res) => {
      const attempt = { password, code, by: getActor(req), caller: getCaller(req) }
      await reauthenticateForMinutes(deps, attempt)
      req.session.reauthenticatedAt = Date.now()
      await sessions.renew(req, currentUser(req))
      res.json({ message: 'Thank you. You can continue.' } satisfies Confirmation)
    }),
  )

  return router
}
