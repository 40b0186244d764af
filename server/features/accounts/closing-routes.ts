import type { Router } from 'express'
import { reauthentication } from '@shared/accounts'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { currentUser, requireUser } from '../../http/guards'
import { evenBefore, getMissingStep } from '../../http/missing-step'
import { createRouter } from '../../http/router'
import { withBody } from '../../http/validate'
import { closeAccount } from './close-account'
import { keepAccount } from './keep-account'
import type { Passwords } from './passwords'
import { presentCurrentUser } from './presenter'

/** Closing one's own account, and keeping it after all. */
export function closingRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer, sessions } = context
  const deps = { db, passwords, limits, sealer, mail: { env, sealer } }
  const router = createRouter()

  router.post(
    '/account/close',
    requireUser,
    withBody(reauthentication, async (proof, req, res) => {
      const from = { sessionId: req.sessionID, by: getActor(req), caller: getCaller(req) }
      const account = await closeAccount({ ...deps, proof, ...from })
      await sessions.renew(req, currentUser(req))
      res.json(presentCurrentUser(account, getMissingStep(account, env)))
    }),
  )

  router.post('/account/keep', evenBefore('account-closing'), requireUser, async (req, res) => {
    const account = await keepAccount({ db, by: getActor(req) })
    res.json(presentCurrentUser(account, getMissingStep(account, env)))
  })

  return router
}
