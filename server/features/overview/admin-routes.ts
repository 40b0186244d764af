import type { Router } from 'express'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { countNeedsYou } from '../matches/read-matches'
import { presentOverview } from './presenter'
import { countByDay, countWaiting, findMedian, findOldestPending } from './queries'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminOverviewRoutes({ db, scanner }: Context): Router {
  const router = createRouter()

  router.get('/overview', async (_req, res) => {
    const [waiting, needYou, oldest, median, days] = await Promise.all([
      countWaiting(db),
      countNeedsYou(db),
      findOldestPending(db),
      findMedian(db),
      countByDay(db),
    ])
    const hasVirusCheck = scanner !== null
    res.json(presentOverview({ waiting, needYou, oldest, median, days, hasVirusCheck }))
  })

  return router
}
