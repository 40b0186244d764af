import type { Router } from 'express'
import type { Confirmation } from '@shared/errors'
import { scoreRequest } from '@shared/scores'
import { notFound } from '../../errors'
import type { Context } from '../../http/context'
import { getActor } from '../../http/actor'
import { createRouter } from '../../http/router'
import { pathId, withBody } from '../../http/validate'
import { confirmScore, removeScore } from './confirm-score'
import { presentScoreOverview } from './presenter'
import { getCreditScore, getPersonName, listReadings } from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminScoreRoutes({ db }: Context): Router {
  const router = createRouter()

  async function showScore(userId: number) {
    const person = await getPersonName(db, userId)
    if (!person) throw notFound()
    const confirmed = await getCreditScore(db, userId)
    return presentScoreOverview({ confirmed, readings: await listReadings(db, userId) }, person)
  }

  router.get('/users/:id/score', async (req, res) => {
    res.json(await showScore(pathId(req)))
  })

  router.post(
    '/users/:id/score',
    withBody(scoreRequest, async (confirmed, req, res) => {
      await confirmScore({ db, userId: pathId(req), confirmed, by: getActor(req) })
      res.json(await showScore(pathId(req)))
    }),
  )

  router.delete('/users/:id/score', async (req, res) => {
    await removeScore({ db, userId: pathId(req), by: getActor(req) })
    res.json({ message: 'Score removed' } satisfies Confirmation)
  })

  return router
}
