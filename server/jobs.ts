import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { Logger as WorkerLogger, run, type Runner, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from '@shared/zod'
import { createCtx, type JobCtx, type Portal } from './ctx'
import { isDatabaseAway } from './database-away'
import { addedJobNames, addedJobs, type AddedJob, type PayloadOf } from './db/add-job'
import { keepWorkerLock } from './db/worker-lock'
import { portalItself } from './features/audit/record-event'
import { describeError } from './http/logger'
import { sendEmailChangeLink } from './features/accounts/email-change/ask-email-change'
import { sendResetLink } from './features/accounts/change-password'
import { chainTrail } from './features/audit/seal-chain'
import { workOnBulkRun } from './features/bulk-runs/work-on-bulk-run'
import { purgeAt } from './features/credentials/purge-credentials'
import { keepVerdicts } from './features/decisions/keep-verdicts'
import { removeContents, sweepStorage } from './features/files/delete-file'
import { scanWaitingFiles } from './features/files/scan-waiting-files'
import { verifyContents } from './features/files/verify-contents'
import { sendDigest } from './features/mail/notify-support'
import { sendQueuedMail } from './features/mail/send-queued-mail'
import { endLostMatches } from './features/matches/end-lost-matches'
import { examineItself } from './doctor/examine'
import { watchStorage } from './features/system/look-around'
import { prepareDueRun } from './features/payouts/prepare-run'
import { readStoredReport, readWaitingReports } from './features/scores/read-waiting-reports'
import { sendText } from './features/texts/send-text'
import { removeOld } from './remove-old'
import { closeDueAccounts } from './features/users/erase-account'

/** Every stored document and its copy is read again within so many, to find damage. */
const verifyDays = 30
const retryMs = 250

interface Job<Payload> {
  /** Why it may run again from its beginning: its process can be killed in its middle. */
  isRepeatable: string
  run: (ctx: JobCtx, payload: Payload) => Promise<void>
}

const jobsOfPortal: { [Name in AddedJob]: Job<PayloadOf<Name>> } = {
  'remove-contents': {
    isRepeatable: 'Contents that are gone can be removed again.',
    run: (ctx, { storageKeys }) => removeContents(ctx, storageKeys),
  },
  'send-mail': {
    isRepeatable: 'It waits for the end of the attempt before, and keeps the Message-ID.',
    run: (ctx, { mailId }) => sendQueuedMail(ctx, mailId),
  },
  'send-text': {
    isRepeatable: 'A text that may have been handed over is given up instead.',
    run: (ctx, { textId }) => sendText(ctx, textId),
  },
  'send-digest': {
    isRepeatable: 'The notices go with the transaction that queues their mail.',
    run: (ctx) => sendDigest(ctx),
  },
  'request-password-reset': {
    isRepeatable: 'The link is made with the mail, in one transaction; a second one replaces it.',
    run: (ctx, { email, ...by }) => sendResetLink(createCtx(ctx, by), email),
  },
  'send-email-change-link': {
    isRepeatable: 'The link is made with the mail, in one transaction; a second one replaces it.',
    run: (ctx, { userId }) => sendEmailChangeLink(ctx, userId),
  },
  'read-report': {
    isRepeatable: 'Reading changes nothing; attempts are counted before they are made.',
    run: (ctx, { versionId }) => readStoredReport(ctx, versionId),
  },
  'work-on-bulk-run': {
    isRepeatable: 'Each item is done in one transaction, with what became of it.',
    run: (ctx, { runId }) => workOnBulkRun(ctx, runId),
  },
}

interface ClockJob extends Job<unknown> {
  /** When it runs, in UTC. */
  cron: string
  /** One at a time of what is in it. */
  queue?: string
}

const everyMinute = '* * * * *'

export const jobsOfClock: Record<string, ClockJob> = {
  'remove-old': {
    cron: `${purgeAt.minute} ${purgeAt.hour} * * *`,
    isRepeatable: 'Rows that it has removed are not found again.',
    run: removeOld,
  },
  'sweep-storage': {
    cron: '20 4 * * *',
    isRepeatable: 'It compares what is stored with the rows anew.',
    run: ({ db, storage, logger }) => sweepStorage(db, storage, logger),
  },
  'examine-itself': {
    cron: '50 4 * * *',
    isRepeatable: 'It looks anew.',
    run: (ctx) => examineItself(ctx),
  },
  'watch-storage': {
    cron: everyMinute,
    isRepeatable: 'It looks anew.',
    run: (ctx) => watchStorage(ctx),
  },
  'prepare-payout-run': {
    cron: '0 12 * * *',
    isRepeatable: 'A draft of the period that is there is kept.',
    run: (ctx) => prepareDueRun(ctx),
  },
  'close-due-accounts': {
    cron: '*/5 * * * *',
    isRepeatable: 'Each account goes in one transaction.',
    run: (ctx) => closeDueAccounts(ctx),
  },
  'end-lost-matches': {
    cron: everyMinute,
    isRepeatable: 'Each match ends in one transaction.',
    run: (ctx) => endLostMatches(ctx),
  },
  'scan-waiting-files': {
    cron: everyMinute,
    isRepeatable: 'Each document leaves the list with its result, in one transaction.',
    run: (ctx) => scanWaitingFiles(ctx),
  },
  'verify-contents': {
    cron: everyMinute,
    queue: 'verify-contents',
    isRepeatable: 'Each content is noted once it is read.',
    run: (ctx) => verifyContents({ ...ctx, days: verifyDays }),
  },
  'read-waiting-reports': {
    cron: everyMinute,
    queue: 'read-reports',
    isRepeatable: 'Reading changes nothing; attempts are counted before they are made.',
    run: readWaitingReports,
  },
  'keep-verdicts': {
    cron: everyMinute,
    isRepeatable: 'Who was looked at leaves the line with the result, in one transaction.',
    run: keepVerdicts,
  },
  'chain-audit-trail': {
    cron: everyMinute,
    queue: 'chain-audit-trail',
    isRepeatable: 'Events leave the line with their link, in one transaction.',
    run: ({ env, db, logger }) => chainTrail({ ...env, db, logger }),
  },
}

const failedJob = z.object({
  job: z.object({ task_identifier: z.string(), attempts: z.number() }),
  error: z.unknown(),
})

/** Runs the background jobs, in every process; each job runs in one of them. Waits for a database that is away. */
export async function startJobs(
  portal: Portal,
  pool: Pool,
  isStopping = () => false,
): Promise<Runner> {
  const { logger } = portal
  const events = new EventEmitter()
  const lock = keepWorkerLock(pool, events)
  const start = () =>
    run({
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
        if (/^(error|warning)$/.test(level))
          logger.warn(describeTrouble(message, meta), 'job runner')
      }),
      taskList: listTasks(createCtx(portal, portalItself)),
      crontab: Object.entries(jobsOfClock).map(writeCronLine).join('\n'),
    })
  const runner = await start().catch(async function again(error: unknown): Promise<Runner> {
    // The port may be open already: what is away now comes back, as it does later.
    if (!(error instanceof Error) || !isDatabaseAway(error) || isStopping()) throw error
    logger.warn({ err: describeError(error) }, 'the job runner waits for Postgres')
    await delay(retryMs)
    return start().catch(again)
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

function listTasks(ctx: Omit<JobCtx, 'signal'>): TaskList {
  const tasks: TaskList = {}
  for (const [name, { run: work }] of Object.entries(jobsOfClock))
    tasks[name] = (payload, { abortSignal: signal }) => work({ ...ctx, signal }, payload)
  const schemas: { [Name in AddedJob]: { payload: z.ZodType<PayloadOf<Name>> } } = addedJobs
  const add = <Name extends AddedJob>(name: Name, job: (typeof jobsOfPortal)[Name]) => {
    tasks[name] = (payload, { abortSignal: signal }) =>
      job.run({ ...ctx, signal }, schemas[name].payload.parse(payload))
  }
  for (const name of addedJobNames) add(name, jobsOfPortal[name])
  return tasks
}

/** A run that was missed is made up for until the next; of what runs more often than daily, that one replaces it. */
function writeCronLine([name, { cron, queue }]: [string, ClockJob]): string {
  const [, minutes] = /^\*(?:\/(\d+))? /.exec(cron) ?? []
  const isDaily = /^\d+ \d+ /.test(cron)
  const fill = isDaily ? '1d' : `${minutes ?? 1}m&jobKey=${name}`
  return `${cron} ${name} ?fill=${fill}${queue ? `&queue=${queue}` : ''}`
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
