import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from './client'
import type { mails } from './schema/mail'
import type { texts } from './schema/texts'

/** A table of messages that leave the portal, and the job that tries one. */
export interface Outbox {
  table: typeof mails | typeof texts
  addSending: (tx: Transaction, id: number, runAt?: Date) => Promise<void>
}

export interface Failure {
  /** Advice to the administrator; never the provider's own words. */
  message: string
  /** Trying again would change nothing. */
  isFinal: boolean
}

/** Longer than all timeouts of one attempt. After that, its process counts as gone. */
export const attemptSeconds = 120

interface Columns {
  status: AnyPgColumn
  attempts: AnyPgColumn
  nextAttemptAt: AnyPgColumn
  dueAt: AnyPgColumn
}

/** For an update that begins an attempt: no other process takes the row for as long as one may last. */
export const beginAttempt = ({ attempts, nextAttemptAt, dueAt }: Omit<Columns, 'status'>) => ({
  attempts: sql`${attempts} + 1`,
  dueAt: sql`case when ${attempts} = 0 then ${nextAttemptAt} else ${dueAt} end`,
  nextAttemptAt: sql`now() + make_interval(secs => ${attemptSeconds})`,
})

export const isDue = ({ status, nextAttemptAt }: Pick<Columns, 'status' | 'nextAttemptAt'>) =>
  sql`${status} = 'queued' and ${nextAttemptAt} <= now()`

interface Attempted {
  id: number
  recipient: string
  attempts: number
}

/** Has a message that was not taken tried again later, unless that is of no use or it was tried often enough. */
export async function recordFailure(
  db: Database,
  { table, addSending }: Outbox,
  { id, recipient, attempts, failure }: Attempted & { failure: Failure },
): Promise<void> {
  const wait = failure.isFinal ? null : retryDelay(attempts)
  const runAt = new Date(Date.now() + (wait ?? 0) * 1000)
  await db.transaction(async (tx) => {
    // A canceled message stays canceled, and a redirected one has not failed. A text is 'sending' during its attempt, a mail still queued.
    const { rowCount } = await tx.execute(sql`
      update ${table} set last_error = ${failure.message}, next_attempt_at = ${runAt.toISOString()}::timestamptz,
        status = ${wait === null ? 'failed' : 'queued'}
      where id = ${id} and recipient = ${recipient} and status in ('queued', 'sending')`)
    if (rowCount && wait !== null) await addSending(tx, id, runAt)
    if (!rowCount) await sendRedirected(tx, { table, addSending }, { id, recipient })
  })
}

/** For a message whose attempt has ended: when it was redirected meanwhile, it leaves for its new recipient at once. */
export async function sendRedirected(
  tx: Transaction,
  { table, addSending }: Outbox,
  { id, recipient }: Pick<Attempted, 'id' | 'recipient'>,
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    update ${table} set next_attempt_at = now()
    where id = ${id} and recipient <> ${recipient} and status = 'queued'`)
  if (rowCount) await addSending(tx, id)
}

/**
 * For a message that can't be tried now: when that is because an attempt is under way, or ended with its process, its
 * job runs again once that attempt is surely over.
 */
export async function tryAfterAttempt(
  db: Database,
  { table, addSending }: Outbox,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ at: string }>(sql`
      select (date_trunc('milliseconds', next_attempt_at) + interval '1 millisecond')::text as at from ${table}
      where id = ${id} and status in ('queued', 'sending') and next_attempt_at > now()`)
    for (const { at } of rows) await addSending(tx, id, new Date(at))
  })
}

const minute = 60
const hour = 60 * minute

/** Seconds between attempts, growing: greylisting ends within minutes, an outage within hours. */
const delays = [
  30,
  minute,
  2 * minute,
  5 * minute,
  10 * minute,
  20 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
] as const

export const maxAttempts = delays.length + 1

/** Seconds to wait after so many attempts, or null when they were enough. */
export const retryDelay = (attempts: number): number | null => delays[attempts - 1] ?? null
