import { sql } from 'drizzle-orm'
import type { ReviewDecision, ReviewStatus } from '@shared/review'
import { conflict } from '../errors'
import type { Transaction } from './client'
import type { files } from './schema/files'
import type { monitoringCredentials } from './schema/monitoring-credentials'
import type { users } from './schema/users'

/**
 * Writes the administrator's decision on one row, and answers the status it had until then: read under
 * the lock, so that of two decisions at once only one sees a change. With `basedOn`, throws 409 when the
 * status is no longer the one the decision was based on. Null when the row is gone.
 */
export async function writeDecision(
  tx: Transaction,
  table: typeof users | typeof files | typeof monitoringCredentials,
  id: number,
  decision: ReviewDecision,
): Promise<ReviewStatus | null> {
  const found = await tx.execute<{ status: ReviewStatus }>(
    sql`select status from ${table} where id = ${id} for update`,
  )
  const [row] = found.rows
  if (!row) return null
  if (decision.basedOn && row.status !== decision.basedOn) {
    throw conflict(
      `The status was changed to ${row.status} in the meantime. Please look again and decide.`,
    )
  }
  await tx.execute(sql`
    update ${table}
    set status = ${decision.status}, status_reason = ${decision.reason || null}, status_at = now()
    where id = ${id}`)
  return row.status
}

/** A person is told why something was rejected; a note with any other decision is not for them. */
export const rejectionReason = (row: { status: ReviewStatus; statusReason: string | null }) =>
  row.status === 'rejected' ? row.statusReason : null
