import type { Request, Router } from 'express'
import { paymentMethod } from '@shared/payment-settings'
import {
  askedPayees,
  divideIntoFiles,
  linesPerPage,
  paidFile,
  payoutApproval,
  payoutCorrection,
  payoutLine,
  payoutRun,
  payoutRunDetails,
  payoutRunQuery,
  payoutSettings,
  payoutSettlement,
  type PayoutRunQuery,
  type PayoutSettings,
} from '@shared/payouts'
import { conflict, orNotFound } from '../../errors'
import type { Context } from '../../http/context'
import { requireRecentPassword } from '../../http/guards'
import { createRoutes } from '../../http/routes'
import { sendCsvFiles } from '../../http/send-csv'
import { pathText, requirePathId } from '../../http/validate'
import { approvePayoutRun } from './approve-run'
import { openPayments, bankFiles } from './open-payments'
import { askPayees, changePayoutSettings, preparePayoutRun } from './prepare-run'
import {
  getLine,
  getPayoutSettings,
  getRun,
  listFileTotals,
  listLines,
  listMadeFiles,
  listRuns,
  type LineRow,
} from './queries'
import { correctPayout, settlePayout, markFilePaid } from './settle-payout'

/** The id is checked first, so that a path that can't be one isn't asked for a password. */
const before = [requirePathId, requireRecentPassword]

/** Mounted on /api/admin, behind the administrator's guard. */
export function adminPayoutRoutes(context: Context): Router {
  const { db, limits } = context
  const routes = createRoutes(context)

  async function readDetails(id: number, query: PayoutRunQuery = {}) {
    const run = await getRun(db, id)
    const [files, madeFiles, lines, settings] = await Promise.all([
      listFileTotals(db, id),
      listMadeFiles(db, id),
      listLines(db, id, query),
      getPayoutSettings(db),
    ])
    const shown = lines.slice(0, linesPerPage)
    return {
      ...run,
      files,
      madeFiles,
      lines: shown.map((line) => presentLine(line, settings)),
      nextCursor: lines.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    }
  }

  async function readLine(id: number) {
    const [line, settings] = await Promise.all([getLine(db, id), getPayoutSettings(db)])
    return presentLine(line, settings)
  }

  routes.get('/payout-settings', { out: payoutSettings }, () => getPayoutSettings(db))

  routes.put(
    '/payout-settings',
    { before: [requireRecentPassword], body: payoutSettings, out: payoutSettings },
    async (ctx, { body }) => changePayoutSettings(ctx, body),
  )

  routes.get('/payout-runs', { out: payoutRun.array() }, () => listRuns(db))

  routes.post(
    '/payout-runs',
    {
      about:
        'The draft of the period that is over, remade if there is one. 409 when no one is owed anything.',
      out: payoutRunDetails,
      status: 201,
    },
    async (ctx) => {
      const run = await preparePayoutRun(ctx)
      if (!run) throw conflict('No one is owed anything for that time.')
      return readDetails(run.id)
    },
  )

  routes.get(
    '/payout-runs/:id',
    { query: payoutRunQuery, out: payoutRunDetails },
    async (_ctx, { query, id }) => readDetails(id, query),
  )

  routes.post(
    '/payout-runs/:id/approve',
    {
      about:
        'Needs a recent confirmation. `count` and `cents` are what its `ready` lines come to: 409 when they come to something else by now.',
      before,
      body: payoutApproval,
      out: payoutRunDetails,
    },
    async (ctx, { id, body }) => {
      await approvePayoutRun(ctx, id, body)
      return readDetails(id)
    },
  )

  routes.post(
    '/payout-runs/:id/ask-payees',
    {
      about:
        'Asks by mail everyone whom the run leaves out because they have no payment settings; each once a week at most. 409 without a mail sender.',
      out: askedPayees,
    },
    async (ctx, { id }) => ({ asked: await askPayees(ctx, id) }),
  )

  routes.get(
    '/payout-runs/:id/files/:method',
    { sends: 'text/csv', before: [...before, limits.perPerson('paymentFile')] },
    async (ctx, { id, req, res }) => {
      const method = pathMethod(req)
      // A request for the headers only opens nothing, and the trail has nothing of it.
      const payments = req.method === 'HEAD' ? [] : await openPayments(ctx, id, method)
      await sendCsvFiles(req, res, {
        fileName: `payout-run-${id}-${method}`,
        ...bankFiles[method],
        files: divideIntoFiles(method, payments),
      })
    },
  )

  routes.post(
    '/payout-runs/:id/files/:method/paid',
    { before, body: paidFile, out: payoutRunDetails },
    async (ctx, { id, body, req }) => {
      await markFilePaid(ctx, { runId: id, method: pathMethod(req) }, body)
      return readDetails(id)
    },
  )

  routes.patch(
    '/payouts/:id',
    { before, body: payoutSettlement, out: payoutLine },
    async (ctx, { id, body }) => {
      await settlePayout(ctx, id, body)
      return readLine(id)
    },
  )

  routes.post(
    '/payouts/:id/correct',
    {
      about: 'One that was paid came back, or one that failed was paid after all.',
      before,
      body: payoutCorrection,
      out: payoutLine,
    },
    async (ctx, { id, body }) => {
      await correctPayout(ctx, id, body)
      return readLine(id)
    },
  )

  return routes.router
}

const pathMethod = (req: Request) =>
  orNotFound(paymentMethod.safeParse(pathText(req, 'method')).data)

function presentLine(line: LineRow, { reportingCents }: PayoutSettings) {
  const isPaid = line.state === 'paid'
  // Not yet part of what was paid in the year.
  const isToCome = line.state === 'ready' || line.state === 'paying'
  const counted = line.yearCents + (isToCome ? line.cents : 0)
  return { ...line, mustBeReported: (isPaid || isToCome) && counted >= reportingCents }
}
