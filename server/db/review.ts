import { sql, type SQL } from 'drizzle-orm'
import type { DecisionKind } from '@shared/decisions'
import type { ReviewStatus } from '@shared/review'
import { conflict } from '../errors'

/**
 * Throws 409 when a status is no longer the one that a change is based on. `status` is what was
 * read under a lock, so that the second of two concurrent changes sees the first.
 */
export function checkBasis(status: string, { basedOn }: { basedOn?: string | undefined }): void {
  if (basedOn && status !== basedOn) {
    throw conflict(`The status was changed to ${status} in the meantime. Please look again.`)
  }
}

/** A person is told why something was rejected; a note with any other decision is not for them. */
export const rejectionReason = (row: { status: ReviewStatus; statusReason: string | null }) =>
  row.status === 'rejected' ? row.statusReason : null

/** Still to be decided: pending, or decided along with the person, whose next decision it follows. */
export const isUndecided = (
  kind: DecisionKind,
  item: SQL,
) => sql`(${item}.status = 'pending' or exists (
  select from decisions d where d.kind = ${kind} and d.subject_id = ${item}.id
    and d.taken_with is not null and d.undone_at is null and d.at = ${item}.status_at))`
