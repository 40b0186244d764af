import { z } from './zod'
import { reviewStatus } from './review'
import { dateSorts } from './list-choices'
import { listQuery, pageOfList } from './lists'
import { holdReasons } from './rewards'
import { singleLine } from './text'

/** The states of people who were referred; one on hold has another state as well. */
export const referralStates = ['held', 'in-review', 'approved', 'not-approved'] as const
export type ReferralState = (typeof referralStates)[number]

export const referredPeopleQuery = listQuery.extend({
  status: z.enum(referralStates).optional(),
  sort: z.enum(dateSorts).default('newest'),
})
export type ReferredPeopleQuery = z.infer<typeof referredPeopleQuery>

export const referredPeopleExportQuery = referredPeopleQuery.omit(pageOfList).strict()

const account = z.object({ id: z.number(), name: z.string(), email: z.string() })

/** A reason to keep a reward back, and the administrator's answer. */
const hold = z.object({
  id: z.number(),
  reason: z.enum(holdReasons),
  at: z.string(),
  /** Null while it is open. */
  outcome: z.enum(['released', 'voided']).nullable(),
  note: z.string().nullable(),
})
export type ListedHold = z.infer<typeof hold>

/** Someone who was referred, as the administrator sees them. */
export const referredPerson = z.object({
  id: z.number(),
  /** Null once the account is gone. */
  referred: account.extend({ status: reviewStatus }).nullable(),
  /** Null while no one owns the link, once that account is gone, or when it was taken back. */
  referrer: account.nullable(),
  source: z.enum(['link', 'form', 'administrator']),
  code: z.string().nullable(),
  signedUpAt: z.string(),
  /** The oldest first. */
  holds: z.array(hold),
  /** By the ledger. */
  rewardCents: z.number(),
})
export type ReferredPerson = z.infer<typeof referredPerson>

/** Someone who refers others, with all that came of it. */
export const listedReferrer = account.extend({
  status: reviewStatus,
  signedUp: z.number(),
  approved: z.number(),
  earnedCents: z.number(),
  payableCents: z.number(),
  paidCents: z.number(),
  lastSignUpAt: z.string().nullable(),
})
export type ListedReferrer = z.infer<typeof listedReferrer>

export const referrersQuery = listQuery.omit({ status: true })

export const funnelSteps = { day: 30, month: 12 } as const
export const funnelQuery = z.object({ by: z.enum(['day', 'month']).default('month') })
export type FunnelQuery = z.infer<typeof funnelQuery>

/** A day or month of the program's zone. */
export const funnelStep = z.object({
  day: z.string(),
  clicks: z.number(),
  signedUp: z.number(),
  /** Those who are approved. */
  approved: z.number(),
  /** Rewards less what was taken back. */
  earnedCents: z.number(),
})
export type FunnelStep = z.infer<typeof funnelStep>

const reason = singleLine({ required: 'Please enter a reason.', max: 500 })

/** `referrer` is the code of a link, or the email of an account; null: no one referred them. */
export const referrerChange = z.object({
  referrer: singleLine({
    required: 'Please enter a link’s code or the referrer’s email.',
    max: 254,
  }).nullable(),
  reason,
})
export type ReferrerChange = z.infer<typeof referrerChange>

export const personReferrals = z.object({
  /** Null when no one referred them. */
  referredAs: referredPerson.nullable(),
  /** False once a payout has included what it earned. */
  canChange: z.boolean(),
  /** Null for people who have referred no one. */
  made: listedReferrer.nullable(),
})
export type PersonReferrals = z.infer<typeof personReferrals>
