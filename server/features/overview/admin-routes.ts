import type { Router } from 'express'
import { overview, type Overview } from '@shared/overview'
import type { Trouble } from '@shared/system'
import type { Portal } from '../../ctx'
import { createRoutes } from '../../http/routes'
import { judge } from '../system/judgements'
import { lookAround } from '../system/look-around'
import { countNeedsYou } from '../matches/read-matches'
import { countByDay, countWaiting, findMedian, findOldestPending } from './queries'

export function adminOverviewRoutes(portal: Portal): Router {
  const { db, storage, scanner } = portal
  const routes = createRoutes(portal)

  routes.get(
    '/overview',
    {
      about:
        '`overdue` have waited over 48 hours; `asked` owe an answer, `snoozed` are set aside, and neither is in `count`; `days` are the last 90 in America/New_York.',
      out: overview,
    },
    async () => {
      const [{ pending, introductions, ...waiting }, needYou, oldest, median, days, seen] =
        await Promise.all([
          countWaiting(db),
          countNeedsYou(portal),
          findOldestPending(db),
          findMedian(db),
          countByDay(db),
          lookAround({ db, storage }),
        ])
      return {
        ...waiting,
        pending: { ...pending, oldest },
        introductions: { ...introductions, needYou },
        hasVirusCheck: scanner !== null,
        median,
        trouble: worstOf(judge(seen)),
        days,
      }
    },
  )

  return routes.router
}

const worstOf = ([worst, ...others]: Trouble[]): Overview['trouble'] =>
  worst ? { ...worst, others: others.length } : null
