import { z } from './zod'
import { concernKinds, reviewStatuses } from './list-choices'
import { scoreRange } from './score-marks'
import { multiLine } from './text'

export const concernKind = z.enum(concernKinds)

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

/** Items that were on the screen; another version of one was not. */
const seenItems = z
  .array(z.object({ id: z.int().positive().max(2_147_483_647), version: z.string().max(100) }))
  .max(20)

/**
 * What a decision about a person settles with it: their pending documents, by the content that was shown, their
 * pending logins, and the score that was found and seen.
 */
export const settledItems = z.object({
  files: seenItems,
  credentials: seenItems,
  score: z
    .object({
      fileId: z.int().positive().max(2_147_483_647),
      score: z.int().min(scoreRange.min).max(scoreRange.max),
    })
    .nullable(),
})
export type SettledItems = z.infer<typeof settledItems>

const concerns = z.array(z.object({ kind: concernKind, about: z.string(), count: z.number() }))

/** The facts of a person before a decision. */
const finding = z.object({
  /** The one that was confirmed, else the one that is proposed of what was read. */
  score: z.number().nullable(),
  model: z.string().nullable(),
  reportDate: z.string().nullable(),
  /** A report says whose it is. */
  isNameRead: z.boolean(),
  /** The most readable kind of proof that they sent. */
  proof: z.enum(['report', 'word', 'photo', 'login', 'none']),
  canCall: z.boolean(),
})
export type Finding = z.infer<typeof finding>

/** The basis of a decision now, and what speaks against an approval. */
export const decisionBasis = z.object({
  /** Null for a document or login, which is decided alone; so is the finding. */
  settles: settledItems.nullable(),
  finding: finding.nullable(),
  concerns,
})
export type DecisionBasis = z.infer<typeof decisionBasis>

/** The facts of each person of a page. */
export const userVerdicts = z.array(z.object({ id: z.number(), finding, concerns }))
export type UserVerdict = z.infer<typeof userVerdicts>[number]
