import { z } from './zod'
import { listQuery } from './lists'
import { holdReasons, rewardPolicy, rewardSummary, statementKinds } from './rewards'

/** How many months the funnel shows, this one included. */
export const funnelMonths = 12

const funnelMonth = z.object({
  /** '2026-11', in the program's zone. */
  month: z.string(),
  clicks: z.number(),
  signedUp: z.number(),
  /** Approved in this month, whenever they signed up. */
  approved: z.number(),
  earnedCents: z.number(),
})
export type FunnelMonth = z.infer<typeof funnelMonth>

export const ownReferralLink = z.object({ code: z.string(), url: z.string() })
export type OwnReferralLink = z.infer<typeof ownReferralLink>

/** The next payout as things are, and when it is due; what keeps it back, if anything does. */
const nextPayout = z.object({
  cents: z.number(),
  /** '2026-12-15' */
  day: z.string(),
  waitsFor: z.enum(['minimum', 'profile', 'payment-method']).nullable(),
  minimumCents: z.number(),
})
export type NextPayout = z.infer<typeof nextPayout>

/** All that someone sees of the people they referred, and of what that earns. */
export const referralDesk = z.object({
  link: ownReferralLink,
  /** False while the program has turned this person down: then referrals earn nothing. */
  canEarn: z.boolean(),
  /** Oldest first; the last one is this month. */
  months: z.array(funnelMonth),
  rewards: rewardSummary,
  /** Null while nothing is owed. */
  next: nextPayout.nullable(),
  /** Applies to an approval now. */
  policy: rewardPolicy.omit({
    id: true,
    holdsFrom: true,
    createdAt: true,
    isInForce: true,
  }),
  /** Rewarded referrals that were approved in this month: they decide the tier. */
  rewardedThisMonth: z.number(),
})
export type ReferralDesk = z.infer<typeof referralDesk>

const referralStandings = [
  'signed-up',
  'in-review',
  'approved',
  'not-approved',
  'on-hold',
  'voided',
  'account-closed',
] as const
export type ReferralStanding = (typeof referralStandings)[number]

/** One person someone referred: no more than name and status. */
export const ownReferral = z.object({
  id: z.number(),
  /** 'Rosa D.'; null once their account is gone. */
  name: z.string().nullable(),
  signedUpAt: z.string(),
  standing: z.enum(referralStandings),
  /** Why it is on hold or was voided. */
  holdReason: z.enum(holdReasons).nullable(),
  /** Without a tier's difference, which is in the statement. */
  earnedCents: z.number(),
})
export type OwnReferral = z.infer<typeof ownReferral>

export const ownReferralsQuery = listQuery.pick({ limit: true, cursor: true })
export type OwnReferralsQuery = z.infer<typeof ownReferralsQuery>

/** A month in which the balance changed. */
export const listedStatement = z.object({
  month: z.string(),
  openingCents: z.number(),
  earnedCents: z.number(),
  paidOutCents: z.number(),
  closingCents: z.number(),
})
export type ListedStatement = z.infer<typeof listedStatement>

export const statement = listedStatement.extend({
  lines: z.array(
    z.object({
      at: z.string(),
      kind: z.enum(statementKinds),
      /** Added to the balance; negative for a line that took from it. */
      cents: z.number(),
      /** Null where it is about no one, or they are gone. */
      name: z.string().nullable(),
      /** The reason of an adjustment, or where a payout went and by which reference. */
      note: z.string().nullable(),
    }),
  ),
})
export type Statement = z.infer<typeof statement>
