import { on } from 'node:events'
import type { Runner } from 'graphile-worker'
import { fileReadings } from '@server/db/schema/scores'
import { createCtx, type JobCtx } from '@server/ctx'
import { portalItself } from '@server/features/audit/record-event'
import { startJobs } from '@server/jobs'
import type { TestApp } from './app'

export const createJobCtx = (app: TestApp): JobCtx => ({
  ...createCtx(app, portalItself),
  signal: new AbortController().signal,
})

/**
 * Runs the background jobs for as long as the work takes. Reports that were stored before are not read: that
 * takes a process for each.
 */
export async function withJobs<Result>(
  app: TestApp,
  work: (jobs: Runner) => Promise<Result>,
): Promise<Result> {
  await app.db.delete(fileReadings)
  await app.pool.query(
    `select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
     where task_identifier = 'read-report'`,
  )
  const jobs = await startJobs(app, app.pool)
  try {
    return await work(jobs)
  } finally {
    await jobs.stop()
  }
}

/** Resolves when the next job of this kind has ended; other jobs pass by. */
export async function jobDone({ events }: Runner, task: string): Promise<void> {
  for await (const [{ job }] of on(events, 'job:success')) {
    if (job.task_identifier === task) return
  }
}
