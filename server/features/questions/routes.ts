import type { Router } from 'express'
import { undoQuery } from '@shared/decisions'
import type { Confirmation } from '@shared/errors'
import { answerRequest, type ListedQuestion } from '@shared/questions'
import { requirePerson } from '../../db/require-person'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { pathId, withBody, withQuery } from '../../http/validate'
import { answerQuestion } from './end-question'
import { presentQuestion } from './presenter'
import { listQuestions } from './queries'
import { undoQuestion } from './undo-question'

/** What someone does about their own question. */
export function questionRoutes({ db, env, sealer }: Context): Router {
  const router = createRouter()

  router.post(
    '/question/answer',
    requireUser,
    withBody(answerRequest, async (given, req, res) => {
      await answerQuestion({ db, mail: { env, sealer }, given, by: getActor(req) })
      res.json({ message: 'Thank you. We’ll continue your review.' } satisfies Confirmation)
    }),
  )

  return router
}

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminQuestionRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get('/users/:id/questions', async (req, res) => {
    const userId = pathId(req)
    await requirePerson(db, userId)
    const rows = await listQuestions(db, userId)
    res.json(rows.map(presentQuestion) satisfies ListedQuestion[])
  })

  router.post(
    '/questions/:id/undo',
    withQuery(undoQuery, async ({ ifUntold }, req, res) => {
      res.json(await undoQuestion({ db, questionId: pathId(req), ifUntold, by: getActor(req) }))
    }),
  )

  return router
}
