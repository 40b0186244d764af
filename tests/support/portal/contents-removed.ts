import { on } from 'node:events'
import type { startJobs } from '@server/jobs'

/** Resolves when the next job that removes stored contents has ended; other jobs, such as reading a report, pass by. */
export async function contentsRemoved({ events }: Awaited<ReturnType<typeof startJobs>>) {
  for await (const [{ job }] of on(events, 'job:success')) {
    if (job.task_identifier === 'remove-contents') return
  }
}
