import type { Router } from 'express'
import type { Confirmation } from '@shared/errors'
import { listQuery } from '@shared/lists'
import { reviewDecision } from '@shared/review'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { deleteUser } from './delete-user'
import { endUserSessions } from './end-user-sessions'
import { presentUser } from './presenter'
import { listUsers } from './queries'
import { setUserStatus } from './set-user-status'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminUserRoutes(context: Context): Router {
  const { db, env, sealer } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.get(
    '/users',
    withQuery(listQuery, async (query, req, res) => {
      const page = await listUsers(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentUser), query })
    }),
  )

  router.patch(
    '/users/:id/status',
    withBody(reviewDecision, async (decision, req, res) => {
      const user = await setUserStatus({
        db,
        mail,
        userId: pathId(req),
        decision,
        by: getActor(req),
      })
      res.json(presentUser(user))
    }),
  )

  router.delete('/users/:id', async (req, res) => {
    await deleteUser({ db, userId: pathId(req), by: getActor(req) })
    res.json({ message: 'User deleted' } satisfies Confirmation)
  })

  router.delete('/users/:id/sessions', async (req, res) => {
    await endUserSessions({ db, userId: pathId(req), by: getActor(req) })
    res.json({ message: 'The user was logged out.' } satisfies Confirmation)
  })

  return router
}
