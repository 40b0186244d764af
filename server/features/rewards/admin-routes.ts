import type { Router } from 'express'
import {
  adjustmentRequest,
  holdSettlement,
  rewardPolicy,
  rewardPolicyRequest,
  rewardSummary,
} from '@shared/rewards'
import { confirmation } from '@shared/errors'
import type { Portal } from '../../ctx'
import { requireRecentPassword } from '../../http/guards'
import { createRoutes } from '../../http/routes'
import { listPolicies, setRewardRates } from './policies'
import { summarizeRewards } from './queries'
import { adjustBalance, settleHold } from './adjust-rewards'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminRewardRoutes(portal: Portal): Router {
  const routes = createRoutes(portal)

  /** All of them, with the one that holds at this moment marked. */
  async function readPolicies() {
    const policies = await listPolicies(portal.db)
    const now = new Date()
    const inForce = policies.find(({ holdsFrom }) => holdsFrom <= now)
    return policies.map((policy) => ({ ...policy, isInForce: policy === inForce }))
  }

  routes.get('/reward-policies', { out: rewardPolicy.array() }, readPolicies)

  routes.post(
    '/reward-policies',
    {
      before: [requireRecentPassword],
      body: rewardPolicyRequest,
      out: rewardPolicy.array(),
      status: 201,
    },
    async (ctx, { body }) => {
      await setRewardRates(ctx, body)
      return readPolicies()
    },
  )

  routes.post(
    '/reward-holds/:id/settle',
    { body: holdSettlement, out: confirmation },
    async (ctx, { body, id }) => {
      await settleHold(ctx, id, body)
      return { message: body.outcome === 'released' ? 'Released.' : 'Voided.' }
    },
  )

  routes.post(
    '/ledger-adjustments',
    {
      before: [requireRecentPassword],
      body: adjustmentRequest,
      out: rewardSummary,
      status: 201,
    },
    async (ctx, { body }) => {
      await adjustBalance(ctx, body)
      return summarizeRewards(ctx.db, body.payeeId)
    },
  )

  return routes.router
}
