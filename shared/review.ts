import { z } from './zod'
import { multiLine } from './text'

/** What the administrator can decide about a user, a file or a credential. */
export const reviewStatuses = ['pending', 'approved', 'rejected'] as const
export type ReviewStatus = (typeof reviewStatuses)[number]
export const reviewStatus = z.enum(reviewStatuses)

/**
 * A decision. With `basedOn`, the status the reviewer saw, a decision made meanwhile by someone
 * else is not overwritten; without it the last write wins.
 */
export const reviewDecision = z.object({
  status: reviewStatus,
  reason: multiLine(1000).optional(),
  basedOn: reviewStatus.optional(),
})
export type ReviewDecision = z.infer<typeof reviewDecision>
