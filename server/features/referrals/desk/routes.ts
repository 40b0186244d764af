import { join } from 'node:path'
import type { Request, Router } from 'express'
import {
  listedStatement,
  ownReferral,
  ownReferralLink,
  ownReferralsQuery,
  referralDesk,
  statement,
} from '@shared/referral-desk'
import { claimRequest, ownLink } from '@shared/referral-links'
import { linkPath } from '@shared/referral-codes'
import { statementMonth } from '@shared/rewards'
import { forbidden, notFound, orNotFound } from '../../../errors'
import type { Context } from '../../../http/context'
import { createFairQueue, scaleLimit } from '../../../http/fair-queue'
import { currentUser, requireUser } from '../../../http/guards'
import { getPersonKey, limitConcurrency } from '../../../http/limit-concurrency'
import { createRoutes } from '../../../http/routes'
import { sendCsv } from '../../../http/send-csv'
import { pathText } from '../../../http/validate'
import { createWorkerThreads } from '../../../worker-threads'
import { listStatementLines, listStatementMonths } from '../../rewards/queries'
import { takeOverLink } from '../claim-link'
import { replaceLink } from '../make-link'
import { getDesk, getDeskOwner, listNames, listOwnReferrals } from './get-desk'
import { presentStatement, statementColumns } from './statement-lines'
import type { StatementTask } from './statement-pdf'
import { getCaller } from '../../../http/client-address'

/** One for the whole process. */
const printing = createWorkerThreads<StatementTask, Uint8Array>(
  join(import.meta.dirname, 'statement-pdf.ts'),
  1,
)

/** A person's own link, referrals and earnings. */
export function deskRoutes(context: Context): Router {
  const { db, env, limits } = context
  const routes = createRoutes(context)
  // Answers are summed up over many rows.
  const mayRead = [requireUser, limits.perPerson('referralDesk')]
  const mayDownload = [requireUser, limits.perPerson('statementFile')]
  // Files of one person are made one after another, so that the printing thread takes turns by person.
  const files = createFairQueue({
    name: 'statementsAtOnce',
    retryAfterSeconds: 5,
    slots: Infinity,
    runningPerKey: () => 1,
    waitingPerKey: scaleLimit(10, env.limitFactor),
  })

  /** The changes of someone's balance in a month. Throws 404 for a month without any. */
  async function readStatement(req: Request) {
    const month = statementMonth.safeParse(pathText(req, 'month'))
    if (!month.success) throw notFound('There is no such call.')
    const { id: userId } = currentUser(req)
    const months = await listStatementMonths(db, userId)
    const found = orNotFound(months.find((one) => one.month === month.data))
    const lines = await listStatementLines(db, userId, month.data)
    const about = lines.flatMap(({ referredPersonId }) => referredPersonId ?? [])
    return presentStatement(found, lines, await listNames(db, userId, [...new Set(about)]))
  }

  routes.get('/referral-desk', { before: mayRead, out: referralDesk }, (ctx) => getDesk(ctx))

  routes.list(
    '/referral-desk/referrals',
    { before: mayRead, query: ownReferralsQuery, out: ownReferral },
    async ({ by }, query) => listOwnReferrals(db, by.id, query),
  )

  routes.get(
    '/referral-desk/statements',
    { before: mayRead, out: listedStatement.array() },
    async ({ by }) => listStatementMonths(db, by.id),
  )

  routes.get(
    '/referral-desk/statements/:month.csv',
    { sends: 'text/csv', before: [...mayDownload, limitConcurrency(files, getPersonKey)] },
    async (_ctx, { req, res }) => {
      const { month, lines } = await readStatement(req)
      await sendCsv(req, res, {
        fileName: `statement-${month}`,
        columns: statementColumns,
        fill: async (write) => write(lines),
      })
    },
  )

  routes.get(
    '/referral-desk/statements/:month.pdf',
    { sends: 'application/pdf', before: mayDownload },
    async ({ by }, { req, res }) => {
      const owner = await getDeskOwner(db, by.id)
      const printed = await readStatement(req)
      const { portalName } = env.brand
      res.set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="statement-${printed.month}.pdf"`,
      })
      if (req.method === 'HEAD') {
        res.end()
        return
      }
      // Until it is printed, even if the client has gone: else tasks would pile up that nobody waits for.
      const caller = { key: getPersonKey(req), hungUp: getCaller(req).hungUp }
      const task = { statement: printed, portalName, owner }
      res.send(Buffer.from(await files.run(caller, () => printing.run(task))))
    },
  )

  routes.get(
    '/referral-desk/statements/:month',
    { before: mayRead, out: statement },
    async (_ctx, { req }) => readStatement(req),
  )

  routes.post('/referral-link', { before: [requireUser], out: ownReferralLink }, async (ctx) => {
    const code = await replaceLink(ctx, limits)
    return { code, url: env.publicOrigin + linkPath(code) }
  })

  routes.post(
    '/referral-claims',
    { before: [requireUser], body: claimRequest, out: ownLink },
    async (ctx, { body }) => {
      if (ctx.by.isAdmin) throw forbidden('The administrator has no referral link.', 'partner')
      return { code: await takeOverLink(ctx, body.token) }
    },
  )

  return routes.router
}
