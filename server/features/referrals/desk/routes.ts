import { join } from 'node:path'
import type { Request, Router } from 'express'
import { ownReferralsQuery, type OwnReferralLink, type Statement } from '@shared/referral-desk'
import { linkPath } from '@shared/referral-codes'
import { statementMonth } from '@shared/rewards'
import { notFound } from '../../../errors'
import type { Context } from '../../../http/context'
import { getActor } from '../../../http/actor'
import { getCaller } from '../../../http/caller'
import { createFairQueue, scaleLimit } from '../../../http/fair-queue'
import { currentUser, requireUser } from '../../../http/guards'
import { getPersonKey, limitConcurrency } from '../../../http/limit-concurrency'
import { createRouter } from '../../../http/router'
import { sendCsv } from '../../../http/send-csv'
import { sendPage } from '../../../http/send-page'
import { pathText, withQuery } from '../../../http/validate'
import { createWorkerThreads } from '../../../worker-threads'
import { listStatementLines, listStatementMonths } from '../../rewards/queries'
import { replaceLink } from '../make-link'
import { getDesk } from './get-desk'
import { presentOwnReferral, presentStatement } from './presenter'
import { findDeskOwner, listNames, listOwnReferrals } from './queries'
import { statementColumns } from './statement-lines'
import type { StatementTask } from './statement-pdf'

/** Of the whole process. */
const printing = createWorkerThreads<StatementTask, Uint8Array>(
  join(import.meta.dirname, 'statement-pdf.ts'),
  1,
)

/** What someone sees of their referrals, and of what these earn. */
export function deskRoutes({ db, env, limits }: Context): Router {
  const router = createRouter()
  // What it answers is summed up over many rows.
  const mayRead = limits.perPerson('referralDesk')
  const mayDownload = limits.perPerson('statementFile')
  // Files of one person are made one after another, so that the printing thread takes turns by person.
  const files = createFairQueue({
    name: 'statementsAtOnce',
    retryAfterSeconds: 5,
    slots: Infinity,
    runningPerKey: () => 1,
    waitingPerKey: scaleLimit(10, env.limitFactor),
  })

  /** What changed someone's balance in a month. Throws 404 for a month in which nothing did. */
  async function readStatement(req: Request): Promise<Statement> {
    const month = statementMonth.safeParse(pathText(req, 'month'))
    if (!month.success) throw notFound('There is no such call.')
    const { id: userId } = currentUser(req)
    const found = (await listStatementMonths(db, userId)).find((one) => one.month === month.data)
    if (!found) throw notFound()
    const lines = await listStatementLines(db, userId, month.data)
    const about = lines.flatMap(({ referredPersonId }) => referredPersonId ?? [])
    return presentStatement(found, lines, await listNames(db, userId, [...new Set(about)]))
  }

  router.get('/referral-desk', requireUser, mayRead, async (req, res) => {
    res.json(await getDesk({ db, env, userId: currentUser(req).id }))
  })

  router.get(
    '/referral-desk/referrals',
    requireUser,
    mayRead,
    withQuery(ownReferralsQuery, async (query, req, res) => {
      const { rows, total } = await listOwnReferrals(db, currentUser(req).id, query)
      sendPage(req, res, { rows: rows.map(presentOwnReferral), total, query })
    }),
  )

  router.get('/referral-desk/statements', requireUser, mayRead, async (req, res) => {
    res.json(await listStatementMonths(db, currentUser(req).id))
  })

  router.get(
    '/referral-desk/statements/:month.csv',
    requireUser,
    mayDownload,
    limitConcurrency(files, getPersonKey),
    async (req, res) => {
      const { month, lines } = await readStatement(req)
      await sendCsv(req, res, {
        fileName: `statement-${month}`,
        columns: statementColumns,
        fill: async (write) => write(lines),
      })
    },
  )

  router.get('/referral-desk/statements/:month.pdf', requireUser, mayDownload, async (req, res) => {
    const owner = await findDeskOwner(db, currentUser(req).id)
    const statement = await readStatement(req)
    if (!owner) throw notFound()
    const { portalName } = env.brand
    res.set({
      'Content-Type': 'application/pdf',
      'Content-Disposition': `attachment; filename="statement-${statement.month}.pdf"`,
    })
    if (req.method === 'HEAD') {
      res.end()
      return
    }
    // Until it is printed, even if the client has gone: else tasks would pile up that nobody waits for.
    const caller = { key: getPersonKey(req), hungUp: getCaller(req).hungUp }
    const pdf = await files.run(caller, () => printing.run({ statement, portalName, owner }))
    res.send(Buffer.from(pdf))
  })

  router.get('/referral-desk/statements/:month', requireUser, mayRead, async (req, res) => {
    res.json(await readStatement(req))
  })

  router.post('/referral-link', requireUser, async (req, res) => {
    const code = await replaceLink({ db, limits, by: getActor(req) })
    res.json({ code, url: env.publicOrigin + linkPath(code) } satisfies OwnReferralLink)
  })

  return router
}
