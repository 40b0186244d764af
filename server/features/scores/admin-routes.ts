import type { Router } from 'express'
import { scoreOverview, scoreRequest } from '@shared/scores'
import type { Portal } from '../../ctx'
import type { Queryable } from '../../db/client'
import { createRoutes } from '../../http/routes'
import { confirmScore, removeScore } from './confirm-score'
import { listTheirs, proposeScore, findMarks } from './propose-score'
import { findCreditScore, getPersonName, listReadings } from './queries'

export function adminScoreRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)

  routes.get('/users/:id/score', { out: scoreOverview }, ({ db }, { id }) => readOverview(db, id))

  routes.post(
    '/users/:id/score',
    { body: scoreRequest, out: scoreOverview },
    async (ctx, { body, id }) => {
      await confirmScore(ctx, id, body)
      return readOverview(ctx.db, id)
    },
  )

  routes.delete('/users/:id/score', { done: 'Score removed' }, (ctx, { id }) =>
    removeScore(ctx, id),
  )

  return routes.router
}

/** The confirmed score, with everything that was read in the person's documents. */
async function readOverview(db: Queryable, userId: number) {
  const person = await getPersonName(db, userId)
  const confirmed = await findCreditScore(db, userId)
  const readings = await listReadings(db, userId)
  const found = readings.flatMap(({ fileId, uploadedAt, isCounted, scores }) =>
    (scores ?? []).map((score) => {
      const marks = findMarks({ ...score, uploadedAt }, person)
      return { ...score, fileId, uploadedAt, isCounted, marks }
    }),
  )
  const theirs = listTheirs(found, person)
  const counted = found.filter(({ isCounted }) => isCounted)
  return {
    confirmed: confirmed && {
      ...confirmed,
      marks: findMarks(confirmed, person),
      source: confirmed.file && {
        fileId: confirmed.file.id,
        fileName: confirmed.file.fileName,
      },
      confirmedBy:
        confirmed.confirmer && `${confirmed.confirmer.firstName} ${confirmed.confirmer.lastName}`,
    },
    readings: readings.map((row) => ({
      ...row,
      state: row.state ?? 'none',
      scores: theirs.filter(({ fileId }) => fileId === row.fileId),
    })),
    proposal: proposeScore(listTheirs(counted, person)),
  }
}
