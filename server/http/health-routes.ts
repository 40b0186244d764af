import { sql } from 'drizzle-orm'
import type { Router } from 'express'
import { readOnlyQuery } from '../database-away'
import { reportOutage } from '../report-outage'
import type { Context } from './context'
import { readAddress } from './client-address'
import { doctorHeader, isDoctorPass } from './doctor-pass'
import { standardOutput } from './log-output'
import { rememberShortly } from './remember-shortly'
import { createRouter } from './router'

// Anyone may ask, and as often as they like.
const rememberedMs = 1_000

/** For whatever watches the process: alive, and able to serve. */
export function healthRoutes(
  { env, db, storage, logger }: Context,
  isStopping: () => boolean,
): Router {
  const router = createRouter()
  const outage = reportOutage(logger, { began: 'not ready', ended: 'ready again' })
  const isReady = rememberShortly(
    () =>
      outage.watch(Promise.all([checkDatabase(db), storage.check()])).then(
        () => true,
        () => false,
      ),
    rememberedMs,
  )

  router.get('/healthz', (req, res) => {
    if (!isDoctorPass(req.get(doctorHeader), env.sessionSecret)) {
      res.json({ status: 'ok' })
      return
    }
    const seen = { address: readAddress(req.ip ?? '') ?? 'unreadable', isSecure: req.secure }
    res.json({ status: 'ok', seen })
  })
  router.get('/readyz', async (_req, res) => {
    // A balancer is to send people elsewhere before this process takes no more connections.
    if (!isStopping() && (await isReady()))
      res.json({
        status: 'ok',
        ...(standardOutput.isFailing && {
          log: `not written: ${standardOutput.dropped} lines lost`,
        }),
      })
    else res.status(503).json({ message: 'Not ready.', code: 'unavailable' })
  })
  return router
}

/** Throws when it does not answer, or takes no changes. */
async function checkDatabase(db: Context['db']): Promise<void> {
  const { rows } = await db.execute<{ is_read_only: boolean }>(sql.raw(readOnlyQuery))
  if (rows[0]?.is_read_only) throw new Error('the database is read-only')
}
