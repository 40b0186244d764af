import type { Router } from 'express'
import {
  funnelQuery,
  referredPeopleQuery,
  referrerChange,
  referrersQuery,
  type PersonReferrals,
} from '@shared/referred-people'
import type { Queryable } from '../../db/client'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { createRouter } from '../../http/router'
import { sendPage } from '../../http/send-page'
import { pathId, withBody, withQuery } from '../../http/validate'
import { presentReferredPerson, presentReferrer } from './admin-presenter'
import { countFunnel } from './queries'
import { findReferredPerson, listReferredPeople } from './referred-people-queries'
import { findReferrer, listReferrers } from './referrer-queries'
import { isPaidOut, setReferrer } from './set-referrer'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminReferralRoutes(context: Context): Router {
  const { db, sealer } = context
  const router = createRouter()

  router.get(
    '/referred-people',
    withQuery(referredPeopleQuery, async (query, req, res) => {
      const page = await listReferredPeople(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentReferredPerson), query })
    }),
  )

  router.get(
    '/referrers',
    withQuery(referrersQuery, async (query, req, res) => {
      const page = await listReferrers(context, query)
      sendPage(req, res, { ...page, rows: page.rows.map(presentReferrer), query })
    }),
  )

  router.get(
    '/referral-funnel',
    withQuery(funnelQuery, async ({ by }, _req, res) => {
      res.json(await countFunnel(db, by))
    }),
  )

  router.get('/users/:id/referrals', async (req, res) => {
    res.json(await readPersonReferrals(db, pathId(req)))
  })

  router.put(
    '/users/:id/referrer',
    withBody(referrerChange, async (change, req, res) => {
      const userId = pathId(req)
      await setReferrer({ db, sealer, userId, change, by: getActor(req) })
      res.json(await readPersonReferrals(db, userId))
    }),
  )

  return router
}

async function readPersonReferrals(db: Queryable, userId: number): Promise<PersonReferrals> {
  const [referred, referrer] = await Promise.all([
    findReferredPerson(db, userId),
    findReferrer(db, userId),
  ])
  if (!referrer) throw notFound()
  return {
    referredAs: referred && presentReferredPerson(referred),
    canChange: !referred || !(await isPaidOut(db, referred.id)),
    made: referrer.signedUp > 0 ? presentReferrer(referrer) : null,
  }
}
