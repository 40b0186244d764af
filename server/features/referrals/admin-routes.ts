import type { Router } from 'express'
import {
  funnelQuery,
  funnelStep,
  listedReferrer,
  personReferrals,
  referredPeopleQuery,
  referredPerson,
  referrerChange,
  referrersQuery,
} from '@shared/referred-people'
import type { Queryable } from '../../db/client'
import { mapRows, readPage } from '../../db/lists/list-page'
import { orNotFound } from '../../errors'
import type { Context } from '../../http/context'
import { createRoutes } from '../../http/routes'
import { countFunnel } from './queries'
import {
  findReferredPerson,
  referredPeopleList,
  type ReferredPersonRow,
  findReferrer,
  referrerList,
  type ReferrerRow,
} from './referred-people-queries'
import { isPaidOut, setReferrer } from './set-referrer'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminReferralRoutes(context: Context): Router {
  const routes = createRoutes(context)

  routes.list(
    '/referred-people',
    { query: referredPeopleQuery, out: referredPerson },
    async (_ctx, query) =>
      mapRows(await readPage(context, referredPeopleList, query), presentReferredPerson),
  )

  routes.list('/referrers', { query: referrersQuery, out: listedReferrer }, async (_ctx, query) =>
    mapRows(await readPage(context, referrerList, query), withName),
  )

  routes.get(
    '/referral-funnel',
    { query: funnelQuery, out: funnelStep.array() },
    async ({ db }, { query }) => countFunnel(db, query.by),
  )

  routes.get('/users/:id/referrals', { out: personReferrals }, async ({ db }, { id }) =>
    readPersonReferrals(db, id),
  )

  routes.put(
    '/users/:id/referrer',
    {
      about:
        '`referrer` is the code of a link, the email of an account, or null. What the first had earned by this person is reversed. 409 once a payout has included the reward.',
      body: referrerChange,
      out: personReferrals,
    },
    async (ctx, { body, id }) => {
      await setReferrer(ctx, id, body)
      return readPersonReferrals(ctx.db, id)
    },
  )

  return routes.router
}

async function readPersonReferrals(db: Queryable, userId: number) {
  const [referred, found] = await Promise.all([
    findReferredPerson(db, userId),
    findReferrer(db, userId),
  ])
  const referrer: ReferrerRow = orNotFound(found)
  return {
    referredAs: referred && presentReferredPerson(referred),
    canChange: !referred || !(await isPaidOut(db, referred.id)),
    made: referrer.signedUp > 0 ? withName(referrer) : null,
  }
}

const presentReferredPerson = ({ referred, referrer, holds, ...row }: ReferredPersonRow) => ({
  ...row,
  referred: referred && withName(referred),
  referrer: referrer && withName(referrer),
  holds: holds.map(({ at, ...hold }) => ({ ...hold, at: new Date(at) })),
})

const withName = <Row extends { firstName: string; lastName: string }>(row: Row) => ({
  ...row,
  name: `${row.firstName} ${row.lastName}`,
})
