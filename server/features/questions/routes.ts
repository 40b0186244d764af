import type { Router } from 'express'
import { undoneDecision, undoQuery } from '@shared/decisions'
import { answerRequest, listedQuestion } from '@shared/questions'
import type { Portal } from '../../ctx'
import { requirePerson } from '../../db/lock-person'
import { createRoutes } from '../../http/routes'
import { answerQuestion, undoQuestion } from './end-question'
import { listQuestions, presentQuestion } from './queries'

export function questionRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)

  routes.post(
    '/question/answer',
    { body: answerRequest, done: 'Thank you. We’ll continue your review.' },
    async (ctx, { body }) => answerQuestion(ctx, body),
  )

  return routes.router
}

export function adminQuestionRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)

  routes.get('/users/:id/questions', { out: listedQuestion.array() }, async ({ db }, { id }) => {
    await requirePerson(db, id)
    return (await listQuestions(db, id)).map(presentQuestion)
  })

  routes.post(
    '/questions/:id/undo',
    { query: undoQuery, out: undoneDecision },
    async (ctx, { query: { ifUntold }, id }) => undoQuestion(ctx, id, ifUntold),
  )

  return routes.router
}
