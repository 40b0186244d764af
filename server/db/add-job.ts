import { sql } from 'drizzle-orm'
import { z } from '@shared/zod'
import type { Transaction } from './client'

const unqueued = { queue: null }

/** The jobs that the portal adds: what each is given, and its queue, in which one runs at a time. */
export const addedJobs = {
  'remove-contents': { ...unqueued, payload: z.object({ storageKeys: z.array(z.string()) }) },
  'send-mail': { ...unqueued, payload: z.object({ mailId: z.number() }) },
  'send-text': { ...unqueued, payload: z.object({ textId: z.number() }) },
  'send-digest': { ...unqueued, payload: z.object({}) },
  'request-password-reset': {
    ...unqueued,
    payload: z.object({
      email: z.string(),
      ip: z.string().nullable(),
      requestId: z.string().optional(),
    }),
  },
  'send-email-change-link': { ...unqueued, payload: z.object({ userId: z.number() }) },
  'read-report': { queue: 'read-reports', payload: z.object({ versionId: z.number() }) },
  'work-on-bulk-run': { ...unqueued, payload: z.object({ runId: z.number() }) },
} satisfies Record<string, { queue: string | null; payload: z.ZodType }>

export type AddedJob = keyof typeof addedJobs
export type PayloadOf<Name extends AddedJob> = z.output<(typeof addedJobs)[Name]['payload']>
export const addedJobNames = Object.keys(addedJobs).filter((name): name is AddedJob =>
  Object.hasOwn(addedJobs, name),
)
type GivenTo<Name extends AddedJob> = z.input<(typeof addedJobs)[Name]['payload']>

interface JobOptions {
  runAt?: Date
  /** A waiting job under the same key is replaced. */
  key?: string
  /** Before all others that wait. */
  isUrgent?: boolean
}

/** Enqueues a job that runs if, and only if, the transaction commits; retried until it succeeds. */
export async function addJob<Name extends AddedJob>(
  tx: Transaction,
  name: Name,
  payload: GivenTo<Name>,
  options: JobOptions = {},
): Promise<void> {
  const { runAt, key, isUrgent = false } = options
  await tx.execute(sql`
    select graphile_worker.add_job(
      ${name}, ${JSON.stringify(payload)}::json,
      run_at => ${runAt?.toISOString() ?? null}::timestamptz,
      job_key => ${key ?? null}::text,
      queue_name => ${addedJobs[name].queue}::text,
      priority => ${isUrgent ? -1 : 0})`)
}

/** Enqueues many jobs of a kind in one statement; each has a key. */
export async function addJobs<Name extends AddedJob>(
  tx: Transaction,
  name: Name,
  jobs: readonly ({ payload: GivenTo<Name>; key: string } & JobOptions)[],
): Promise<void> {
  await tx.execute(sql`
    select graphile_worker.add_job(${name}, job.payload::json,
      run_at => job.run_at, job_key => job.key, priority => job.priority)
    from unnest(${sql.param(jobs.map(({ payload }) => JSON.stringify(payload)))}::text[],
      ${sql.param(jobs.map(({ key }) => key))}::text[],
      ${sql.param(jobs.map(({ runAt }) => runAt?.toISOString() ?? null))}::timestamptz[],
      ${sql.param(jobs.map(({ isUrgent }) => (isUrgent ? -1 : 0)))}::int[]) as job(payload, key, run_at, priority)`)
}
