import type { Request, Response, Router } from 'express'
import { settleEmailChangeRequest, type SettleEmailChangeRequest } from '@shared/email-changes'
import type { Confirmation } from '@shared/errors'
import type { Context } from '../../../http/context'
import { getActor } from '../../../http/actor'
import { createRouter } from '../../../http/router'
import { pathId, withBody } from '../../../http/validate'
import { settleEmailChange } from './settle-email-change'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminEmailChangeRoutes({ db, env, sealer }: Context): Router {
  const mail = { env, sealer }
  const router = createRouter()

  const settle =
    (isConfirmed: boolean) =>
    async ({ newEmail }: SettleEmailChangeRequest, req: Request, res: Response) => {
      const by = getActor(req)
      await settleEmailChange({ db, mail, userId: pathId(req), newEmail, isConfirmed, by })
      const message = isConfirmed ? 'The email is changed.' : 'The email is unchanged.'
      res.json({ message } satisfies Confirmation)
    }

  router.post('/users/:id/email-change/confirm', withBody(settleEmailChangeRequest, settle(true)))
  router.post('/users/:id/email-change/decline', withBody(settleEmailChangeRequest, settle(false)))

  return router
}
