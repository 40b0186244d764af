import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Router } from 'express'
import { z } from '@shared/zod'
import { readOnlyQuery } from '../database-away'
import { reportOutage } from '../report-outage'
import type { Context } from './context'
import { standardOutput } from './log-output'
import { createVisitorRoutes } from './routes'

const health = z.object({
  status: z.string(),
  /** The sender as the portal sees it, for the doctor alone. */
  seen: z.object({ address: z.string(), isSecure: z.boolean() }).optional(),
})

// Anyone may ask, and as often as they like.
const rememberedMs = 1_000
/** What was found to agree is looked at again after so long. */
const agreedMs = 60_000

/** For whatever watches the process: alive, and able to serve. */
export function healthRoutes(
  context: Context,
  process: { isStopping: () => boolean; findDisagreements: () => Promise<string[]> },
): Router {
  const { env, db, storage, logger } = context
  const { isStopping, findDisagreements } = process
  const routes = createVisitorRoutes(context)
  const outage = reportOutage(logger, { began: 'not ready', ended: 'ready again' })
  let agreedUntil = 0
  async function checkAgreement(): Promise<void> {
    if (performance.now() < agreedUntil) return
    const found = await findDisagreements()
    if (found.length > 0) throw new Error(found.join('; '))
    agreedUntil = performance.now() + agreedMs
  }
  const isReady = rememberShortly(
    () =>
      outage.watch(Promise.all([checkDatabase(db), storage.check(), checkAgreement()])).then(
        () => true,
        () => false,
      ),
    rememberedMs,
  )

  routes.get('/healthz', { out: health }, async ({ by }, { req }) => ({
    status: 'ok',
    seen: isDoctorPass(req.get(doctorHeader), env.sessionSecret)
      ? { address: by.ip ?? 'unreadable', isSecure: req.secure }
      : undefined,
  }))

  routes.get(
    '/readyz',
    {
      about:
        '503 while database or storage do not answer, or do not belong to each other. While the log can’t be written it says so in `log`.',
      sends: 'application/json',
    },
    async (_ctx, { res }) => {
      // A balancer is to send people elsewhere before this process takes no more connections.
      if (!isStopping() && (await isReady()))
        res.json({
          status: 'ok',
          ...(standardOutput.isFailing && {
            log: `not written: ${standardOutput.dropped} lines lost`,
          }),
        })
      else res.status(503).json({ message: 'Not ready.', code: 'unavailable' })
    },
  )

  return routes.router
}

/** Throws when it does not answer, or takes no changes. */
async function checkDatabase(db: Context['db']): Promise<void> {
  const { rows } = await db.execute<{ is_read_only: boolean }>(sql.raw(readOnlyQuery))
  if (rows[0]?.is_read_only) throw new Error('the database is read-only')
}

/** Asks once, for everyone who wants to know within the given time after the answer. */
export function rememberShortly<Answer>(
  ask: () => Promise<Answer>,
  forMs: number,
): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  return () => {
    answer ??= ask().finally(() => {
      setTimeout(() => (answer = undefined), forMs).unref()
    })
    return answer
  }
}

export const doctorHeader = 'X-Portal-Doctor'

const minuteMs = 60_000

/** Shows for a minute or two that a request comes from `npm run portal -- doctor` on these settings. */
export function writeDoctorPass(sessionSecret: string, atMs = Date.now()): string {
  const minute = Math.floor(atMs / minuteMs)
  return createHmac('sha256', sessionSecret).update(`doctor at ${minute}`).digest('base64url')
}

function isDoctorPass(pass: string | undefined, sessionSecret: string): boolean {
  if (pass === undefined) return false
  const given = Buffer.from(pass)
  return [Date.now(), Date.now() - minuteMs].some((atMs) => {
    const expected = Buffer.from(writeDoctorPass(sessionSecret, atMs))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
