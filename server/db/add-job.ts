import { sql } from 'drizzle-orm'
import type { Transaction } from './client'

/** The jobs that the worker knows, with what each is given. */
export interface Jobs {
  'remove-contents': { storageKeys: string[] }
  'send-mail': { mailId: number }
  'send-text': { textId: number }
  'send-digest': Record<string, never>
  /** With the person who asked; older jobs don't know. */
  'request-password-reset': { email: string; ip?: string | null; requestId?: string }
  'send-email-change-link': { userId: number }
  'read-report': { versionId: number }
  'work-on-bulk-run': { runId: number }
}

interface JobOptions {
  runAt?: Date
  /** A waiting job under the same key is replaced. */
  key?: string
  /** Of what is in a queue, one runs at a time. */
  queue?: string
  /** Before all others that wait. */
  isUrgent?: boolean
}

/** Enqueues a job that runs if, and only if, the transaction commits; retried until it succeeds. */
export async function addJob<Name extends keyof Jobs>(
  tx: Transaction,
  name: Name,
  payload: Jobs[Name],
  options: JobOptions = {},
): Promise<void> {
  const { runAt, key, queue, isUrgent = false } = options
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${key ?? null}::text,
      queue_name => ${queue ?? null}::text,
      priority => ${isUrgent ? -1 : 0})`)
}

/** The same for many of a kind, in one statement; each has a key. */
export async function addJobs<Name extends keyof Jobs>(
  tx: Transaction,
  name: Name,
  jobs: readonly { payload: Jobs[Name]; key: string }[],
): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(${name}, job.payload::json, job_key => job.key)
    from unnest(${sql.param(jobs.map(({ payload }) => JSON.stringify(payload)))}::text[],
      ${sql.param(jobs.map(({ key }) => key))}::text[]) as job(payload, key)`)
}
