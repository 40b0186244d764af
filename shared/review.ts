import { z } from './zod'
import { concernKind } from './concerns'
import { reviewStatuses } from './list-choices'
import { multiLine } from './text'

export type ReviewStatus = (typeof reviewStatuses)[number]
export const reviewStatus = z.enum(reviewStatuses)

/**
 * A decision. With `basedOn`, the status the reviewer saw, a decision made since by someone
 * else is not overwritten; without it the last write wins.
 */
export const reviewDecision = z.object({
  status: reviewStatus,
  reason: multiLine(1000).optional(),
  basedOn: reviewStatus.optional(),
  /**
   * What speaks against an approval and was asked about. When it is sent, an approval is refused that has anything
   * else against it.
   */
  accepts: z.array(concernKind).optional(),
})
export type ReviewDecision = z.infer<typeof reviewDecision>
