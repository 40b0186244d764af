import type { Request, Router } from 'express'
import { paymentMethod } from '@shared/payment-settings'
import {
  divideIntoFiles,
  paidFile,
  payoutApproval,
  payoutCorrection,
  payoutRunQuery,
  payoutSettings,
  payoutSettlement,
  type PayoutLine,
  type PayoutRunQuery,
} from '@shared/payouts'
import { conflict, notFound } from '../../errors'
import { getActor } from '../../http/actor'
import type { Context } from '../../http/context'
import { requireRecentPassword } from '../../http/guards'
import { createRouter } from '../../http/router'
import { sendCsvFiles } from '../../http/send-csv-files'
import { pathId, pathText, requirePathId, withBody, withQuery } from '../../http/validate'
import { approvePayoutRun } from './approve-run'
import { bankFiles } from './bank-file'
import { changePayoutSettings } from './change-payout-settings'
import { markFilePaid } from './mark-file-paid'
import { openPayments } from './open-payments'
import { preparePayoutRun } from './prepare-run'
import { presentLine, presentRun, presentRunDetails } from './presenter'
import {
  getLine,
  getPayoutSettings,
  getRun,
  listFileTotals,
  listLines,
  listMadeFiles,
  listRuns,
} from './queries'
import { correctPayout, settlePayout } from './settle-payout'

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminPayoutRoutes({ db, env, limits, sealer }: Context): Router {
  const mail = { env, sealer }
  const router = createRouter()

  async function readDetails(id: number, query: PayoutRunQuery = {}) {
    const run = await getRun(db, id)
    if (!run) throw notFound()
    const [files, madeFiles, lines, settings] = await Promise.all([
      listFileTotals(db, id),
      listMadeFiles(db, id),
      listLines(db, id, query),
      getPayoutSettings(db),
    ])
    return presentRunDetails(run, { files, madeFiles, lines, settings })
  }

  async function readLine(id: number): Promise<PayoutLine> {
    const [line, settings] = await Promise.all([getLine(db, id), getPayoutSettings(db)])
    if (!line) throw notFound()
    return presentLine(line, settings)
  }

  router.get('/payout-settings', async (_req, res) => {
    res.json(await getPayoutSettings(db))
  })

  router.put(
    '/payout-settings',
    requireRecentPassword,
    withBody(payoutSettings, async (settings, req, res) => {
      res.json(await changePayoutSettings({ db, settings, by: getActor(req) }))
    }),
  )

  router.get('/payout-runs', async (_req, res) => {
    res.json((await listRuns(db)).map(presentRun))
  })

  router.post('/payout-runs', async (req, res) => {
    const run = await preparePayoutRun({ db, env, by: getActor(req) })
    if (!run) throw conflict('No one is owed anything for that time.')
    res.status(201).json(await readDetails(run.id))
  })

  router.get(
    '/payout-runs/:id',
    withQuery(payoutRunQuery, async (query, req, res) => {
      res.json(await readDetails(pathId(req), query))
    }),
  )

  router.post(
    '/payout-runs/:id/approve',
    requirePathId,
    requireRecentPassword,
    withBody(payoutApproval, async (confirmed, req, res) => {
      const runId = pathId(req)
      await approvePayoutRun({ db, ...mail, runId, confirmed, by: getActor(req) })
      res.json(await readDetails(runId))
    }),
  )

  router.get(
    '/payout-runs/:id/files/:method',
    requirePathId,
    requireRecentPassword,
    limits.perPerson('paymentFile'),
    async (req, res) => {
      const [runId, method] = [pathId(req), pathMethod(req)]
      // A request for the headers only opens nothing, and the trail has nothing of it.
      const payments =
        req.method === 'HEAD'
          ? []
          : await openPayments({ db, sealer, runId, method, by: getActor(req) })
      await sendCsvFiles(req, res, {
        fileName: `payout-run-${runId}-${method}`,
        ...bankFiles[method],
        files: divideIntoFiles(method, payments),
      })
    },
  )

  router.post(
    '/payout-runs/:id/files/:method/paid',
    requirePathId,
    requireRecentPassword,
    withBody(paidFile, async (paid, req, res) => {
      const [runId, method] = [pathId(req), pathMethod(req)]
      await markFilePaid({ db, mail, runId, method, paid, by: getActor(req) })
      res.json(await readDetails(runId))
    }),
  )

  router.patch(
    '/payouts/:id',
    requirePathId,
    requireRecentPassword,
    withBody(payoutSettlement, async (settlement, req, res) => {
      const payoutId = pathId(req)
      await settlePayout({ db, mail, payoutId, settlement, by: getActor(req) })
      res.json(await readLine(payoutId))
    }),
  )

  router.post(
    '/payouts/:id/correct',
    requirePathId,
    requireRecentPassword,
    withBody(payoutCorrection, async (correction, req, res) => {
      const payoutId = pathId(req)
      await correctPayout({ db, mail, payoutId, correction, by: getActor(req) })
      res.json(await readLine(payoutId))
    }),
  )

  return router
}

function pathMethod(req: Request) {
  const parsed = paymentMethod.safeParse(pathText(req, 'method'))
  if (!parsed.success) throw notFound()
  return parsed.data
}
