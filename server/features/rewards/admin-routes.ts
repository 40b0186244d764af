import type { Router } from 'express'
import type { Confirmation } from '@shared/errors'
import {
  adjustmentRequest,
  holdSettlement,
  rewardPolicyRequest,
  type RewardPolicy,
} from '@shared/rewards'
import type { Database } from '../../db/client'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { requireRecentPassword } from '../../http/guards'
import { createRouter } from '../../http/router'
import { pathId, withBody } from '../../http/validate'
import { adjustBalance } from './adjust-balance'
import { listPolicies, pickRates } from './policy-queries'
import { summarizeRewards } from './queries'
import { setRewardRates } from './set-reward-rates'
import { settleHold } from './settle-hold'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminRewardRoutes({ db }: Context): Router {
  const router = createRouter()

  router.get('/reward-policies', async (_req, res) => {
    res.json(await readPolicies(db))
  })

  router.post(
    '/reward-policies',
    requireRecentPassword,
    withBody(rewardPolicyRequest, async (policy, req, res) => {
      await setRewardRates({ db, policy, by: getActor(req) })
      res.status(201).json(await readPolicies(db))
    }),
  )

  router.post(
    '/reward-holds/:id/settle',
    withBody(holdSettlement, async (settlement, req, res) => {
      await settleHold({ db, holdId: pathId(req), settlement, by: getActor(req) })
      const message = settlement.outcome === 'released' ? 'Released.' : 'Voided.'
      res.json({ message } satisfies Confirmation)
    }),
  )

  router.post(
    '/ledger-adjustments',
    requireRecentPassword,
    withBody(adjustmentRequest, async (adjustment, req, res) => {
      await adjustBalance({ db, adjustment, by: getActor(req) })
      res.status(201).json(await summarizeRewards(db, adjustment.payeeId))
    }),
  )

  return router
}

/** All of them, with the one that holds at this moment marked. */
async function readPolicies(db: Database): Promise<RewardPolicy[]> {
  const policies = await listPolicies(db)
  const now = new Date()
  const inForce = policies.find(({ holdsFrom }) => holdsFrom <= now)
  return policies.map((policy) => ({
    id: policy.id,
    ...pickRates(policy),
    holdsFrom: policy.holdsFrom.toISOString(),
    createdAt: policy.createdAt.toISOString(),
    isInForce: policy === inForce,
  }))
}
