import type { Router } from 'express'
import { reauthentication } from '@shared/accounts'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { createRouter } from '../../http/router'
import { pathId, withBody } from '../../http/validate'
import type { Passwords } from './passwords'
import { removeLostSecondFactor } from './remove-lost-second-factor'

/** Mounted on /api/admin, behind the administrator's guard: what takes the password once more. */
export function adminAccountRoutes(context: Context, passwords: Passwords): Router {
  const { db, env, limits, sealer } = context
  const deps = { db, passwords, limits, sealer }
  const router = createRouter()

  router.post(
    '/users/:id/second-factor/remove',
    withBody(reauthentication, async (proof, req, res) => {
      const from = { by: getActor(req), caller: getCaller(req) }
      const mail = { env, sealer }
      await removeLostSecondFactor({ ...deps, mail, userId: pathId(req), proof, ...from })
      res.json({ message: 'Two-step login is off for this user.' } satisfies Confirmation)
    }),
  )

  return router
}
