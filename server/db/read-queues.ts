import { sql } from 'drizzle-orm'
import { onlyRow } from '../errors'
import type { Database } from './client'

/** More than this many are not counted: the answer is 'a lot', and stays cheap. */
const countedAtMost = 10_000

interface Queue {
  /** Entries that could be done now and are not, and those that failed and wait for their next attempt; 10,000 at most. */
  waiting: number
  /** Those of them that have failed at least once. */
  failing: number
  /** For how long the oldest of these has been due. Attempts that failed don't make it younger. */
  oldestSeconds: number
}

export interface Queues {
  jobs: Queue
  mails: Queue
  texts: Queue
  /** Documents that no virus scanner has seen yet. */
  scans: Queue
  /** Jobs that have used up their attempts. */
  failedJobs: number
  /** Mails that failed for good within a day. */
  failedMails: number
}

const most = sql.raw(`limit ${countedAtMost}`)

/** Of messages that wait: when they were due first, and whether they failed since. */
const dueOf = (outbox: 'mails' | 'texts') =>
  sql.raw(`select case when attempts = 0 then next_attempt_at else coalesce(due_at, created_at) end as since,
      attempts > 0 as has_failed
    from ${outbox} where status = 'queued' and (next_attempt_at <= now() or attempts > 0)
    order by next_attempt_at limit ${countedAtMost}`)

const summaryOf = (entries: string) =>
  sql.raw(`(select json_build_object('waiting', count(*), 'failing', count(*) filter (where has_failed),
    'oldestSeconds', greatest(coalesce(extract(epoch from now() - min(since)), 0), 0)::float) from ${entries})`)

/** The queues that all processes share, in one statement. */
export async function readQueues(db: Database): Promise<Queues> {
  // A job of every minute that was not done is given its next minute in place of another attempt; its first one counts.
  const { rows } = await db.execute<{ queues: Queues }>(sql`
    with jobs as (
      select last_error is not null as has_failed,
        case when last_error is null and key is distinct from task_identifier then run_at else created_at end as since
      from graphile_worker.jobs
      where attempts < max_attempts
        and (last_error is not null or (locked_at is null and run_at <= now())) ${most}
    ), failed_jobs as (
      select from graphile_worker.jobs where attempts >= max_attempts ${most}
    ), due_mails as (${dueOf('mails')}), due_texts as (${dueOf('texts')}), failed_mails as (
      select created_at from mails where status = 'failed' order by id desc ${most}
    ), scans as (
      select version.created_at as since, false as has_failed
      from files join file_versions version on version.storage_key = files.storage_key
      where files.quarantine = 'waiting' ${most}
    )
    select json_build_object(
      'jobs', ${summaryOf('jobs')},
      'mails', ${summaryOf('due_mails')},
      'texts', ${summaryOf('due_texts')},
      'scans', ${summaryOf('scans')},
      'failedJobs', (select count(*) from failed_jobs),
      'failedMails',
        (select count(*) from failed_mails where created_at > now() - interval '1 day')) as queues`)
  return onlyRow(rows).queues
}
