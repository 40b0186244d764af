import { sql } from 'drizzle-orm'
import type { Jobs } from './add-job'
import type { Database } from './client'

/**
 * Jobs that take seconds (a mail gives up after 25 s, a report after 60 s, a statement after 5 s), and that may run twice.
 * The clean-ups that the clock starts may take long, and come again by themselves.
 */
const shortJobs = Object.keys({
  'remove-contents': true,
  'send-mail': true,
  'send-text': true,
  'send-digest': true,
  'request-password-reset': true,
  'send-email-change-link': true,
  'read-report': true,
  'work-on-bulk-run': true,
} satisfies Record<keyof Jobs, true>)
const abandonedMinutes = 4

/**
 * Lets jobs run again whose process was killed in the middle of them: left to itself, the worker
 * takes them up after four hours.
 */
export async function releaseAbandonedJobs(db: Database): Promise<void> {
  await db.execute(sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker.jobs
    where task_identifier in ${shortJobs}
      and locked_at < now() - make_interval(mins => ${abandonedMinutes})`)
}
