import { sql } from 'drizzle-orm'
import { onlyRow } from '../errors'
import type { Database } from './client'

/** More than this many are not counted: the answer is 'a lot', and stays cheap. */
const countedAtMost = 10_000

interface Queue {
  /** Entries that could be done now and are not, 10,000 at most. */
  waiting: number
  /** For how long the oldest of these has been due. */
  oldestSeconds: number
}

export interface Queues {
  jobs: Queue
  mails: Queue
  /** Jobs that have used up their attempts. */
  failedJobs: number
  /** Mails that failed for good within a day. */
  failedMails: number
  /** Documents that no virus scanner has seen yet. */
  waitingScans: number
}

const oldest = (column: string) =>
  sql.raw(`coalesce(extract(epoch from now() - min(${column})), 0)::float`)

/** The queues that all processes share, in one statement. */
export async function readQueues(db: Database): Promise<Queues> {
  const { rows } = await db.execute<{ queues: Queues }>(sql`
    with due_jobs as (
      select run_at from graphile_worker.jobs
      where locked_at is null and attempts < max_attempts and run_at <= now() limit ${countedAtMost}
    ), failed_jobs as (
      select from graphile_worker.jobs where attempts >= max_attempts limit ${countedAtMost}
    ), due_mails as (
      select next_attempt_at from mails
      where status = 'queued' and next_attempt_at <= now()
      order by next_attempt_at limit ${countedAtMost}
    ), failed_mails as (
      select created_at from mails where status = 'failed' order by id desc limit ${countedAtMost}
    ), waiting_scans as (
      select from files where quarantine = 'waiting' limit ${countedAtMost}
    )
    select json_build_object(
      'jobs', (select json_build_object('waiting', count(*), 'oldestSeconds', ${oldest('run_at')})
        from due_jobs),
      'failedJobs', (select count(*) from failed_jobs),
      'mails', (select json_build_object('waiting', count(*), 'oldestSeconds', ${oldest('next_attempt_at')})
        from due_mails),
      'failedMails',
        (select count(*) from failed_mails where created_at > now() - interval '1 day'),
      'waitingScans', (select count(*) from waiting_scans)) as queues`)
  return onlyRow(rows).queues
}
