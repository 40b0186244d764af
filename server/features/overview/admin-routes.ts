import type { Router } from 'express'
import { overview } from '@shared/overview'
import type { Portal } from '../../ctx'
import { createRoutes } from '../../http/routes'
import { countNeedsYou } from '../matches/read-matches'
import { countByDay, countWaiting, findMedian, findOldestPending } from './queries'

export function adminOverviewRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)

  routes.get(
    '/overview',
    {
      about:
        '`overdue` have waited over 48 hours; `asked` owe an answer and are not in `count`; `days` are the last 90 in America/New_York.',
      out: overview,
    },
    async ({ db, scanner }) => {
      const [{ pending, introductions, ...waiting }, needYou, oldest, median, days] =
        await Promise.all([
          countWaiting(db),
          countNeedsYou(db),
          findOldestPending(db),
          findMedian(db),
          countByDay(db),
        ])
      return {
        ...waiting,
        pending: { ...pending, oldest },
        introductions: { ...introductions, needYou },
        hasVirusCheck: scanner !== null,
        median,
        days,
      }
    },
  )

  return routes.router
}
