import { Logger as WorkerLogger, run, type Runner } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from '@shared/zod'
import type { Database } from './db/client'
import type { Env } from './env'
import { removeUnclaimedCredentials } from './features/credentials/queries'
import { removeContents, removeUnclaimedFiles, sweepStorage } from './features/files/jobs'
import type { FileStorage } from './storage/port'

const removeContentsPayload = z.object({ storageKeys: z.array(z.string()) })

/** Runs the background jobs, in every process; each job runs in one of them. */
export async function startJobs(deps: {
  env: Env
  db: Database
  pool: Pool
  storage: FileStorage
  logger: Logger
}): Promise<Runner> {
  const { env, db, pool, storage, logger } = deps
  return run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message) => {
      if (/^(error|warning)$/.test(level)) logger.warn({ message }, 'job runner')
    }),
    taskList: {
      'remove-contents': async (payload) =>
        removeContents(storage, removeContentsPayload.parse(payload).storageKeys),
      'clean-up': async () => {
        await removeUnclaimedFiles(db, env.unclaimedDays)
        await removeUnclaimedCredentials(db, env.unclaimedDays)
        await sweepStorage(db, storage)
      },
    },
    crontab: '0 4 * * * clean-up ?fill=1d',
  })
}
