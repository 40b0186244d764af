import { z } from './zod'
import { moment } from './moment'
import { recordIdNumber } from './lists'
import { rewardKinds, tierRules } from './reward-rates'
import { multiLine } from './text'

const mostCents = 1_000_000
const amountProblem = 'Please enter an amount from $0.01 to $10,000.'
const amount = z.int({ error: amountProblem }).min(1, amountProblem).max(mostCents, amountProblem)
const tierStartProblem = 'Please enter a number of referrals from 2 to 1,000.'
const tierStart = z
  .int({ error: tierStartProblem })
  .min(2, tierStartProblem)
  .max(1_000, tierStartProblem)

export const rewardPolicyRequest = z
  .object({
    kind: z.enum(rewardKinds),
    flatCents: amount,
    bronzeCents: amount,
    silverCents: amount,
    goldCents: amount,
    silverFrom: tierStart,
    goldFrom: tierStart,
    tierRule: z.enum(tierRules),
    /** From when on; without it, from now on. */
    holdsFrom: moment.optional(),
  })
  .refine(({ silverFrom, goldFrom }) => goldFrom > silverFrom, {
    path: ['goldFrom'],
    error: 'Gold has to begin after silver.',
  })
export type RewardPolicyRequest = z.infer<typeof rewardPolicyRequest>

export const rewardPolicy = z.object({
  id: z.number(),
  kind: z.enum(rewardKinds),
  flatCents: z.number(),
  bronzeCents: z.number(),
  silverCents: z.number(),
  goldCents: z.number(),
  silverFrom: z.number(),
  goldFrom: z.number(),
  tierRule: z.enum(tierRules),
  holdsFrom: z.string(),
  createdAt: z.string(),
  /** The one that approvals go by now. Those after it hold later, or were replaced before they held. */
  isInForce: z.boolean(),
})
export type RewardPolicy = z.infer<typeof rewardPolicy>

const reason = multiLine(500).min(1, { error: 'Please enter a reason.' })

export const adjustmentRequest = z.object({
  payeeId: recordIdNumber,
  cents: z
    .int({ error: 'Please enter an amount.' })
    .min(-10_000_000)
    .max(10_000_000)
    .refine((cents) => cents !== 0, { error: 'Please enter an amount other than $0.00.' }),
  reason,
  /** Takes back more than is owed now; the remainder comes off what is earned later. */
  mayOweBack: z.boolean().default(false),
})
export type AdjustmentRequest = z.infer<typeof adjustmentRequest>

export const holdReasons = [
  'same-email',
  'same-phone',
  'same-document',
  'same-payment-details',
  'same-network',
  'same-payee',
  'earlier-account',
  'burst',
] as const
export type HoldReason = (typeof holdReasons)[number]

/** `released`: the reward is earned after all. `voided`: never. */
export const holdSettlement = z.object({
  outcome: z.enum(['released', 'voided']),
  note: reason,
})
export type HoldSettlement = z.infer<typeof holdSettlement>

/** Someone's earnings so far, and where they are. */
export const rewardSummary = z.object({
  earnedCents: z.number(),
  /** Negative when more was paid than is due by now: it comes off what is earned next. */
  payableCents: z.number(),
  payingCents: z.number(),
  paidCents: z.number(),
  /** Rewards of approved referrals that are on hold. */
  heldCents: z.number(),
})
export type RewardSummary = z.infer<typeof rewardSummary>

/** Changes of a balance; 'paid' where the payout was taken for failed before. */
export const statementKinds = [
  'reward',
  'reversal',
  'tier',
  'adjustment',
  'payout',
  'paid',
  'payout-failed',
] as const
export type StatementKind = (typeof statementKinds)[number]

/** '2026-10' */
export const statementMonth = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)
