import { EventEmitter } from 'node:events'
import { Logger as WorkerLogger, run, type Runner, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { z } from '@shared/zod'
import { createCtx, type JobCtx, type Portal } from './ctx'
import { isDatabaseAway } from './database-away'
import { addedJobNames, addedJobs, type AddedJob, type PayloadOf } from './db/add-job'
import { keepWorkerLock } from './db/worker-lock'
import { portalItself } from './features/audit/record-event'
import { jobsOfClock, jobsOfPortal, type ClockJob } from './job-list'
import { describeError } from './http/logger'

const failedJob = z.object({
  job: z.object({ task_identifier: z.string(), attempts: z.number() }),
  error: z.unknown(),
})

/** Runs the background jobs, in every process; each job runs in one of them. */
export async function startJobs(portal: Portal, pool: Pool): Promise<Runner> {
  const { logger } = portal
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
    taskList: listTasks(createCtx(portal, portalItself)),
    crontab: Object.entries(jobsOfClock).map(writeCronLine).join('\n'),
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
