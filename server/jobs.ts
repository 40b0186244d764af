import { EventEmitter } from 'node:events'
import { Logger as WorkerLogger, run, type Runner } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from '@shared/zod'
import { isDatabaseAway } from './database-away'
import type { Database } from './db/client'
import { createSealer } from './db/sealing'
import { keepWorkerLock } from './db/worker-lock'
import type { Env } from './env'
import { closeDueAccounts } from './features/users/erase-account'
import {
  removeOldEmailChanges,
  sendEmailChangeLink,
} from './features/accounts/email-change/ask-email-change'
import { sendResetLink } from './features/accounts/request-password-reset'
import { chainTrail } from './features/audit/jobs'
import { purgeAt, purgeCredentials } from './features/credentials/purge-credentials'
import { resumeBulkRuns } from './features/bulk-runs/jobs'
import { removeOldRuns } from './features/bulk-runs/queries'
import { workOnBulkRun } from './features/bulk-runs/work-on-bulk-run'
import { removeUnclaimedCredentials } from './features/credentials/queries'
import { removeWithdrawn } from './features/entrepreneurs/delete-entrepreneur'
import { removeContents, sweepStorage } from './features/files/jobs'
import { scanWaitingFiles } from './features/files/scan-waiting-files'
import { removeUnclaimedFiles } from './features/files/remove-unclaimed-files'
import { verifyContents } from './features/files/verify-contents'
import { sendDigest } from './features/mail/notify-support'
import { removeOldTexts } from './features/mail/remove-old-texts'
import { queueDueMails, sendQueuedMail } from './features/mail/send-queued-mail'
import { endLostMatches, removeOldLinks } from './features/matches/end-lost-matches'
import { prepareDueRun } from './features/payouts/prepare-run'
import { readStoredReport, readWaitingReports } from './features/scores/read-waiting-reports'
import { forgetOldTexts, sendText, sweepTexts } from './features/texts/send-text'
import { describeError } from './http/describe-error'
import type { FileStorage } from './storage/port'
import { createVirusScanner } from './storage/virus-scanner'

// With a key, a run that failed is replaced by the next minute's, and failures do not pile up. Of what is
// in a queue, one runs at a time.
const crontab = `
0 4 * * * remove-unclaimed-files ?fill=1d
10 4 * * * remove-unclaimed-credentials ?fill=1d
20 4 * * * sweep-storage ?fill=1d
30 4 * * * remove-old-mail-texts ?fill=1d
35 4 * * * forget-old-texts ?fill=1d
*/5 * * * * close-due-accounts ?jobKey=close-due-accounts
${purgeAt.minute} ${purgeAt.hour} * * * purge-credentials ?fill=1d
* * * * * queue-due-mails ?jobKey=queue-due-mails
* * * * * sweep-texts ?jobKey=sweep-texts
* * * * * scan-waiting-files ?jobKey=scan-waiting-files
* * * * * verify-contents ?jobKey=verify-contents&queue=verify-contents
* * * * * read-waiting-reports ?jobKey=read-waiting-reports&queue=read-reports
40 4 * * * remove-old-bulk-runs ?fill=1d
50 4 * * * remove-old-email-changes ?fill=1d
55 4 * * * remove-old-introductions ?fill=1d
0 12 * * * prepare-payout-run ?fill=1d
* * * * * resume-bulk-runs ?jobKey=resume-bulk-runs
* * * * * end-lost-matches ?jobKey=end-lost-matches
* * * * * chain-audit-trail ?jobKey=chain-audit-trail&queue=chain-audit-trail
`
const bulkRunDays = 30
/** Uploads and logins that no one claims by registering are removed after so many. */
const unclaimedDays = 30
/** Every stored document and its copy is read again within so many, to find damage. */
const verifyDays = 30

const sendMailPayload = z.object({ mailId: z.number() })
const sendTextPayload = z.object({ textId: z.number() })
const resetPayload = z.object({
  email: z.string(),
  ip: z.string().nullable().default(null),
  requestId: z.string().optional(),
})
const emailChangePayload = z.object({ userId: z.number() })
const bulkRunPayload = z.object({ runId: z.number() })
const removeContentsPayload = z.object({ storageKeys: z.array(z.string()) })
const readReportPayload = z.object({ versionId: z.number() })

const failedJob = z.object({
  job: z.object({ task_identifier: z.string(), attempts: z.number() }),
  error: z.unknown(),
})

/** Runs the background jobs, in every process; each job runs in one of them. */
export async function startJobs(deps: {
  env: Env
  db: Database
  pool: Pool
  storage: FileStorage
  logger: Logger
}): Promise<Runner> {
  const { env, db, pool, storage, logger } = deps
  const mail = { env, sealer: createSealer(env.dataKeys) }
  const scanner = createVirusScanner(env.clamdUrl, logger)
  const events = new EventEmitter()
  const lock = keepWorkerLock(pool, events)
  const runner = await run({
    events,
    // Asked before each job.
    forbiddenFlags: async () => {
      await lock.held()
      return null
    },
    pgPool: pool,
    concurrency: 4,
    noHandleSignals: true,
    logger: new WorkerLogger(() => (level, message, meta) => {
      if (/^(error|warning)$/.test(level)) logger.warn(describeTrouble(message, meta), 'job runner')
    }),
    taskList: {
      'remove-contents': async (payload) =>
        removeContents(db, storage, removeContentsPayload.parse(payload).storageKeys),
      'send-mail': async (payload) =>
        sendQueuedMail({ ...mail, db, logger, mailId: sendMailPayload.parse(payload).mailId }),
      'send-text': async (payload) =>
        sendText({ ...mail, db, logger, textId: sendTextPayload.parse(payload).textId }),
      'sweep-texts': async () => sweepTexts(db),
      'forget-old-texts': async () => forgetOldTexts(db),
      'request-password-reset': async (payload) => {
        const { email, ...by } = resetPayload.parse(payload)
        await sendResetLink({ db, mail, email, by })
      },
      'send-email-change-link': async (payload) =>
        sendEmailChangeLink({ db, mail, userId: emailChangePayload.parse(payload).userId }),
      'remove-old-email-changes': async () => removeOldEmailChanges(db),
      'send-digest': async () => sendDigest({ ...mail, db }),
      'work-on-bulk-run': async (payload, { abortSignal: signal }) =>
        workOnBulkRun({ db, mail, logger, signal, ...bulkRunPayload.parse(payload) }),
      'resume-bulk-runs': async () => resumeBulkRuns(db),
      'remove-old-bulk-runs': async () => removeOldRuns(db, bulkRunDays),
      'prepare-payout-run': async () => prepareDueRun({ db, env }),
      'queue-due-mails': async () => queueDueMails(db),
      'close-due-accounts': async () => closeDueAccounts({ ...mail, db }),
      'end-lost-matches': async () => endLostMatches({ db, mail }),
      'remove-old-introductions': async () => {
        await removeOldLinks(db)
        await removeWithdrawn(db)
      },
      'remove-old-mail-texts': async () => removeOldTexts(db),
      'remove-unclaimed-files': async () => removeUnclaimedFiles(db, unclaimedDays * 24),
      'remove-unclaimed-credentials': async () => removeUnclaimedCredentials(db, unclaimedDays),
      'purge-credentials': async () => purgeCredentials(db, env.credentialDays),
      'scan-waiting-files': async () => scanWaitingFiles({ db, mail, storage, scanner }),
      'verify-contents': async (_payload, { abortSignal }) =>
        verifyContents({ db, storage, logger, days: verifyDays, signal: abortSignal }),
      'read-report': async (payload, { abortSignal }) => {
        const { versionId } = readReportPayload.parse(payload)
        await readStoredReport({ db, storage, versionId, signal: abortSignal })
      },
      'read-waiting-reports': async (_payload, { abortSignal }) =>
        readWaitingReports({ db, storage, signal: abortSignal }),
      'sweep-storage': async () => sweepStorage(db, storage),
      'chain-audit-trail': async () => chainTrail({ ...env, db, logger }),
    },
    crontab,
  })
  return {
    ...runner,
    async stop() {
      lock.prepareStop()
      await runner.stop()
      await lock.release()
    },
  }
}

/**
 * The worker writes that a job has ended without waiting for it or handling its failure (graphile-worker
 * 0.17.3): a database that goes away at that moment would end the process. The job is then given back and done
 * again like one of a killed process.
 */
export function surviveLostJobs(logger: Logger): void {
  process.on('unhandledRejection', (reason) => {
    if (!(reason instanceof Error) || !isDatabaseAway(reason)) throw reason
    logger.warn({ err: describeError(reason) }, 'the end of a job was not written')
  })
}

/** Replaces the worker's own message about a failed job, which contains the whole error and its data. */
function describeTrouble(message: string, meta: unknown): Record<string, unknown> {
  const failure = failedJob.safeParse(meta)
  if (!failure.success) return { message }
  const { job, error } = failure.data
  return { job: job.task_identifier, attempt: job.attempts, err: describeError(error) }
}
