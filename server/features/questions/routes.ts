import type { Router } from 'express'
import type { Confirmation } from '@shared/errors'
import {
  answerRequest,
  questionRequest,
  type AskedQuestion,
  type ListedQuestion,
} from '@shared/questions'
import type { ListedUser } from '@shared/users'
import { lockPerson } from '../../db/lock-person'
import { conflict, notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { requireUser } from '../../http/guards'
import { createRouter } from '../../http/router'
import { pathId, withBody } from '../../http/validate'
import { notifySupport } from '../mail/notify-support'
import { presentUser } from '../users/presenter'
import { getUser } from '../users/queries'
import { askQuestion } from './ask-question'
import { answerOpenQuestion } from './end-question'
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
      const by = getActor(req)
      await db.transaction(async (tx) => {
        await lockPerson(tx, by.id)
        if (!(await answerOpenQuestion(tx, { ...given, userId: by.id, by })))
          throw conflict('This question is no longer open. Please look again.')
        await notifySupport(
          tx,
          { env, sealer },
          {
            text: `Question answered by ${by.email}`,
            path: `/admin/users?open=${by.id}`,
          },
        )
      })
      res.json({ message: 'Thank you. We’ll go on with your review.' } satisfies Confirmation)
    }),
  )

  return router
}

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminQuestionRoutes({ db, env, sealer }: Context): Router {
  const router = createRouter()

  router.get('/users/:id/questions', async (req, res) => {
    const userId = pathId(req)
    if (!(await getUser(db, userId))) throw notFound()
    const rows = await listQuestions(db, userId)
    res.json(rows.map(presentQuestion) satisfies ListedQuestion[])
  })

  router.post(
    '/users/:id/questions',
    withBody(questionRequest, async (request, req, res) => {
      const userId = pathId(req)
      const mail = { env, sealer }
      const asked = await db.transaction(async (tx) => {
        const questionId = await askQuestion(tx, { userId, request, by: getActor(req), mail })
        const row = await getUser(tx, userId)
        if (!row) throw notFound()
        return { ...presentUser(row), questionId }
      })
      res.status(201).json(asked satisfies ListedUser & AskedQuestion)
    }),
  )

  router.post('/questions/:id/undo', async (req, res) => {
    res.json(await undoQuestion({ db, questionId: pathId(req), by: getActor(req) }))
  })

  return router
}
