import type { Router } from 'express'
import {
  bulkCheckRequest,
  bulkRunListQuery,
  bulkRunRequest,
  type BulkCheck,
  type BulkRun,
  type BulkRunDetails,
} from '@shared/bulk-runs'
import { undoQuery } from '@shared/decisions'
import type { Context } from '../../http/context'
import { notFound } from '../../errors'
import { getActor } from '../../http/actor'
import { getCaller } from '../../http/caller'
import { createFairQueue } from '../../http/fair-queue'
import { getPersonKey } from '../../http/limit-concurrency'
import { createRouter } from '../../http/router'
import { pathId, withBody, withQuery } from '../../http/validate'
import {
  getBulkRun,
  listBulkRuns,
  listProblems,
  type BulkProblemRow,
  type BulkRunRow,
} from './queries'
import { checkBulkRun } from './check-bulk-run'
import { startBulkRun } from './start-bulk-run'
import { stopBulkRun } from './stop-bulk-run'
import { undoBulkRun } from './undo-bulk-run'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminBulkRunRoutes({ db, env }: Context): Router {
  const router = createRouter()
  // Each may read thousands of documents; whoever chooses others meanwhile waits for the one before.
  const checks = createFairQueue({
    name: 'bulkChecksAtOnce',
    retryAfterSeconds: 5,
    slots: Infinity,
    runningPerKey: () => 1,
    waitingPerKey: 1,
  })

  async function findDetails(id: number) {
    const run = await getBulkRun(db, id)
    if (!run) throw notFound()
    return presentBulkRunDetails(run, await listProblems(db, run))
  }

  router.get(
    '/bulk-runs',
    withQuery(bulkRunListQuery, async ({ of }, _req, res) => {
      res.json((await listBulkRuns(db, of)).map(presentBulkRun))
    }),
  )

  router.get('/bulk-runs/:id', async (req, res) => {
    res.json(await findDetails(pathId(req)))
  })

  router.post(
    '/bulk-runs',
    withBody(bulkRunRequest, async (request, req, res) => {
      const id = await startBulkRun({ db, env, request, by: getActor(req) })
      res.status(201).json(await findDetails(id))
    }),
  )

  router.post(
    '/bulk-runs/check',
    withBody(bulkCheckRequest, async (request, req, res) => {
      const caller = { key: getPersonKey(req), hungUp: getCaller(req).hungUp }
      const check = await checks.run(caller, () => checkBulkRun(db, request))
      res.json(check satisfies BulkCheck)
    }),
  )

  router.post(
    '/bulk-runs/:id/undo',
    withQuery(undoQuery, async ({ ifUntold }, req, res) => {
      const id = await undoBulkRun({ db, runId: pathId(req), ifUntold, by: getActor(req) })
      res.status(201).json(await findDetails(id))
    }),
  )

  router.post('/bulk-runs/:id/stop', async (req, res) => {
    const runId = pathId(req)
    await stopBulkRun({ db, runId, by: getActor(req) })
    res.json(await findDetails(runId))
  })

  return router
}

function presentBulkRun(row: BulkRunRow): BulkRun {
  const { waiting, done, skipped, failed } = row.counts
  return {
    id: row.id,
    of: row.of,
    action: row.action,
    state: row.state,
    total: waiting + done + skipped + failed,
    done,
    skipped,
    failed,
    startedAt: row.createdAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
  }
}

const presentBulkRunDetails = (
  row: BulkRunRow,
  problems: readonly BulkProblemRow[],
): BulkRunDetails => ({
  ...presentBulkRun(row),
  problems: problems.map(({ id, name, outcome, why }) => ({
    id,
    name,
    outcome: outcome === 'skipped' ? 'skipped' : 'failed',
    why: why ?? '',
  })),
})
