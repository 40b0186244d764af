import { sql } from 'drizzle-orm'
import type { Router } from 'express'
import type { Context } from './context'
import { createRouter } from './router'

const rememberedMs = 1_000

/** For whatever watches the process: alive, and able to serve. */
export function healthRoutes({ db, storage, logger }: Context): Router {
  const router = createRouter()
  const isReady = rememberShortly(async () => {
    try {
      await Promise.all([db.execute(sql`select 1`), storage.check()])
      return true
    } catch {
      logger.warn('not ready')
      return false
    }
  })

  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' })
  })
  router.get('/readyz', async (_req, res) => {
    if (await isReady()) res.json({ status: 'ok' })
    else res.status(503).json({ message: 'Not ready.', code: 'unavailable' })
  })
  return router
}

/**
 * Asks once, for everyone who wants to know until a second after the answer: anyone may ask, and as
 * often as they like.
 */
function rememberShortly<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let answer: Promise<Answer> | undefined
  return () => {
    answer ??= ask().finally(() => {
      setTimeout(() => (answer = undefined), rememberedMs).unref()
    })
    return answer
  }
}
