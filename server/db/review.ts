import { sql } from 'drizzle-orm'
import type { ReviewDecision, ReviewStatus } from '@shared/review'
import { conflict } from '../errors'
import type { Transaction } from './client'
import type { files } from './schema/files'
import type { monitoringCredentials } from './schema/monitoring-credentials'
import type { users } from './schema/users'

/** What a decision replaces, read under a lock. */
export interface Reviewed {
  /** The person, or whose document or login it is; null for one without an account. */
  userId: number | null
  status: ReviewStatus
  statusReason: string | null
  /** To the microsecond, which a Date has no room for. */
  statusAt: string | null
}

/** One object of a decision, with what was found under its lock. */
export interface Decided extends Reviewed {
  id: number
}

/** The columns of `Reviewed` that every reviewed table has. */
export const reviewedColumns = (
  table: typeof users | typeof files | typeof monitoringCredentials,
) => ({
  status: table.status,
  statusReason: table.statusReason,
  statusAt: sql<string | null>`${table.statusAt}::text`,
})

/**
 * A document or login, held against other changes until the transaction ends. Its owner is held first:
 * whoever deletes a person takes the rows in this order too, and neither waits for the other.
 */
export async function lockReviewed(
  tx: Transaction,
  table: typeof files | typeof monitoringCredentials,
  id: number,
): Promise<Reviewed | null> {
  const { rows } = await tx.execute<{ [Key in keyof Reviewed]: Reviewed[Key] }>(sql`
    with owner as (
      select id from users where id = (select user_id from ${table} where id = ${id}) for key share
    )
    select user_id as "userId", status, status_reason as "statusReason", status_at::text as "statusAt"
    from ${table} where id = ${id} and (select count(*) from owner) >= 0
    for update`)
  return rows[0] ?? null
}

/**
 * Throws 409 when a status is no longer the one that a change is based on. `status` is what was
 * read under a lock, so that of two changes at once the second one sees the first.
 */
export function checkBasis(status: string, { basedOn }: { basedOn?: string | undefined }): void {
  if (basedOn && status !== basedOn) {
    throw conflict(`The status was changed to ${status} in the meantime. Please look again.`)
  }
}

/** What a decision changes of a row that is reviewed. */
export const decidedColumns = ({ status, reason }: ReviewDecision) => ({
  status,
  statusReason: reason || null,
  statusAt: sql`now()`,
})

/** A person is told why something was rejected; a note with any other decision is not for them. */
export const rejectionReason = (row: { status: ReviewStatus; statusReason: string | null }) =>
  row.status === 'rejected' ? row.statusReason : null
