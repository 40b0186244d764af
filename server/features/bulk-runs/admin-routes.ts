import type { Router } from 'express'
import {
  bulkCheck,
  bulkCheckRequest,
  bulkRun,
  bulkRunDetails,
  bulkRunListQuery,
  bulkRunRequest,
} from '@shared/bulk-runs'
import { undoQuery } from '@shared/decisions'
import type { Queryable } from '../../db/client'
import type { Context } from '../../http/context'
import { getCaller } from '../../http/client-address'
import { createFairQueue } from '../../http/fair-queue'
import { getPersonKey } from '../../http/limit-concurrency'
import { createRoutes } from '../../http/routes'
import { getBulkRun, listBulkRuns, listProblems } from './queries'
import { startBulkRun, checkBulkRun } from './start-bulk-run'
import { undoBulkRun, stopBulkRun } from './end-bulk-run'

export function adminBulkRunRoutes(context: Context): Router {
  const routes = createRoutes(context)
  // Each may read thousands of documents; whoever chooses others meanwhile waits for the one before.
  const checks = createFairQueue({
    name: 'bulkChecksAtOnce',
    retryAfterSeconds: 5,
    slots: Infinity,
    runningPerKey: () => 1,
    waitingPerKey: 1,
  })
  const out = bulkRunDetails

  routes.get(
    '/bulk-runs',
    { query: bulkRunListQuery, out: bulkRun.array() },
    async ({ db }, { query: { of } }) => listBulkRuns(db, of),
  )

  routes.get('/bulk-runs/:id', { out }, async ({ db }, { id }) => findDetails(db, id))

  routes.post(
    '/bulk-runs',
    {
      about:
        'Goes on in the background. `selection` is rows as they were seen, at most 1,000, or everything that a filter shows, at most 50,000: 409 when that is another number than `expected`.',
      body: bulkRunRequest,
      out,
      status: 201,
    },
    async (ctx, { body }) => findDetails(ctx.db, await startBulkRun(ctx, body)),
  )

  routes.post(
    '/bulk-runs/check',
    { body: bulkCheckRequest, out: bulkCheck },
    async (_ctx, { body, req }) => {
      const caller = { key: getPersonKey(req), hungUp: getCaller(req).hungUp }
      return checks.run(caller, () => checkBulkRun(context.db, body))
    },
  )

  routes.post(
    '/bulk-runs/:id/undo',
    { query: undoQuery, out, status: 201 },
    async (ctx, { query: { ifUntold }, id }) =>
      findDetails(ctx.db, await undoBulkRun(ctx, id, ifUntold)),
  )

  routes.post('/bulk-runs/:id/stop', { out }, async (ctx, { id }) => {
    await stopBulkRun(ctx, id)
    return findDetails(ctx.db, id)
  })

  return routes.router
}

async function findDetails(db: Queryable, id: number) {
  const run = await getBulkRun(db, id)
  return { ...run, problems: await listProblems(db, run) }
}
