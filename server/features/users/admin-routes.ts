import type { Router } from 'express'
import type { TakenDecision } from '@shared/decisions'
import { duplicateDismissal } from '@shared/duplicates'
import type { Confirmation } from '@shared/errors'
import { questionRequest, type AskedQuestion } from '@shared/questions'
import {
  userDecision,
  userListQuery,
  userMarksQuery,
  type ListedUser,
  type UserMarks,
} from '@shared/users'
import type { Context } from '../../http/context'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { decideAndRead } from '../decisions/decide'
import { findBounced } from '../mail/queries'
import { askAndRead } from '../questions/ask-question'
import { deleteUser } from './erase-account'
import { dismissDuplicate } from './dismiss-duplicate'
import { findMarkedDuplicates, isPartnerAccount, listDuplicates } from './duplicate-queries'
import { endUserSessions } from './end-user-sessions'
import { presentDuplicate, presentUser } from './presenter'
import { getUser, listUsers } from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminUserRoutes(context: Context): Router {
  const { db, env, sealer } = context
  const mail = { env, sealer }
  const router = createRouter()

  router.get(
    '/users',
    withQuery(userListQuery, async (query, req, res) => {
      const page = await listUsers(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentUser), query })
    }),
  )

  router.patch(
    '/users/:id/status',
    withBody(userDecision, async (decision, req, res) => {
      const input = { kind: 'user', id: pathId(req), decision, by: getActor(req), mail } as const
      const { decisionId, ...user } = await decideAndRead(db, getUser, input)
      res.json({ ...presentUser(user), decisionId } satisfies ListedUser & TakenDecision)
    }),
  )

  router.post(
    '/users/:id/questions',
    withBody(questionRequest, async (request, req, res) => {
      const input = { userId: pathId(req), request, by: getActor(req), mail }
      const { questionId, ...user } = await askAndRead(db, getUser, input)
      res
        .status(201)
        .json({ ...presentUser(user), questionId } satisfies ListedUser & AskedQuestion)
    }),
  )

  router.delete('/users/:id', async (req, res) => {
    await deleteUser({ db, mail, userId: pathId(req), by: getActor(req) })
    res.json({ message: 'User deleted' } satisfies Confirmation)
  })

  router.delete('/users/:id/sessions', async (req, res) => {
    await endUserSessions({ db, userId: pathId(req), by: getActor(req) })
    res.json({ message: 'The user was logged out.' } satisfies Confirmation)
  })

  // Apart from the list, which is there several times as fast without.
  router.get(
    '/users/duplicate-marks',
    withQuery(userMarksQuery, async ({ ids }, _req, res) => {
      res.json({ marked: await findMarkedDuplicates(db, ids) } satisfies UserMarks)
    }),
  )

  router.get(
    '/users/bounce-marks',
    withQuery(userMarksQuery, async ({ ids }, _req, res) => {
      res.json({ marked: await findBounced(db, ids) } satisfies UserMarks)
    }),
  )

  router.get('/users/:id/duplicates', async (req, res) => {
    const userId = pathId(req)
    if (!(await isPartnerAccount(db, userId))) throw notFound()
    res.json((await listDuplicates(db, userId)).map(presentDuplicate))
  })

  router.post(
    '/users/:id/duplicates/dismiss',
    withBody(duplicateDismissal, async (dismissal, req, res) => {
      const userId = pathId(req)
      await dismissDuplicate({ db, userId, dismissal, by: getActor(req) })
      res.json((await listDuplicates(db, userId)).map(presentDuplicate))
    }),
  )

  return router
}
