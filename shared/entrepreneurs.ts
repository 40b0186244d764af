import { z } from './zod'
import { emailAddress, nameMaxLength } from './accounts'
import { entrepreneurStates, entrepreneurStatuses } from './list-choices'
import { listQuery } from './lists'
import { isTimeZone } from './meeting-time'
import { scoreRange } from './score-marks'
import { multiLine, singleLine } from './text'

export type EntrepreneurState = (typeof entrepreneurStates)[number]
const entrepreneurStatus = z.enum(entrepreneurStatuses)

/** Stands for someone whose details were removed after both had accepted: the introduction stays. */
export const leftEntrepreneur = 'an entrepreneur who has since left'

export const entrepreneurSummaryLength = 600
/** The longest text about a partner's pay, and about the papers to sign. */
const termsLength = 300
const notesLength = 2_000
/** Ten million dollars. */
const mostCents = 1_000_000_000

const phoneProblem = 'Please enter a US phone number with 10 digits.'

/** A number of the US as people type it: ten digits, the first neither 0 nor 1. */
const usPhone = singleLine({ required: phoneProblem, max: 40 }).refine(
  (typed) => /^1?[2-9]\d{9}$/.test(typed.replaceAll(/\D/g, '')),
  { error: phoneProblem },
)

const timeZone = z
  .string({ error: 'Please choose a time zone.' })
  .max(60)
  .refine(isTimeZone, { error: 'Please choose a time zone.' })

/** An entrepreneur has no account: what the administrator says of one. */
export const entrepreneurRequest = z.object({
  firstName: singleLine({ required: 'First name is required.', max: nameMaxLength }),
  lastName: singleLine({ required: 'Last name is required.', max: nameMaxLength }),
  businessName: singleLine({ required: 'Business name is required.', max: nameMaxLength }),
  email: emailAddress,
  phoneNumber: usPhone,
  timeZone,
  /** Read by a partner before they choose a time. */
  summary: multiLine(entrepreneurSummaryLength).min(1, {
    error: 'Please describe the business in a few sentences.',
  }),
  /** Shown to a partner only when filled in. */
  partnerPay: multiLine(termsLength).default(''),
  partnerSigns: multiLine(termsLength).default(''),
  amountCents: z
    .int({ error: 'Please enter an amount.' })
    .min(100, { error: 'Please enter an amount.' })
    .max(mostCents, { error: 'Please enter at most $10,000,000.' }),
  /** The lowest credit score that their lender takes; null where any will do. */
  minScore: z
    .int({ error: 'Please enter a whole number.' })
    .min(scoreRange.min, { error: `Please enter at least ${scoreRange.min}.` })
    .max(scoreRange.max, { error: `Please enter at most ${scoreRange.max}.` })
    .nullable(),
  status: entrepreneurStatus,
  notes: multiLine(notesLength).default(''),
})
export type EntrepreneurRequest = z.infer<typeof entrepreneurRequest>

/** Only what is said changes: a field that is left out has no default here. */
export const entrepreneurChange = entrepreneurRequest
  .extend({
    notes: multiLine(notesLength),
    partnerPay: multiLine(termsLength),
    partnerSigns: multiLine(termsLength),
  })
  .partial()
export type EntrepreneurChange = z.infer<typeof entrepreneurChange>

export const entrepreneurListQuery = listQuery.extend({
  status: z.enum(entrepreneurStates).optional(),
})
export type EntrepreneurListQuery = z.infer<typeof entrepreneurListQuery>

export const listedEntrepreneur = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  businessName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  timeZone: z.string(),
  summary: z.string(),
  amountCents: z.number(),
  minScore: z.number().nullable(),
  status: entrepreneurStatus,
  createdAt: z.string(),
  /** Their open or succeeded match; null for one who is free. */
  match: z.object({ id: z.number(), isSucceeded: z.boolean(), partner: z.string() }).nullable(),
})
export type ListedEntrepreneur = z.infer<typeof listedEntrepreneur>

/** A match comes first, then how they were vetted. Badges say it, and the list is filtered by it. */
export const entrepreneurStateOf = ({
  status,
  match,
}: Pick<ListedEntrepreneur, 'status' | 'match'>): EntrepreneurState =>
  match ? (match.isSucceeded ? 'matched' : 'introduced') : status

export const entrepreneur = listedEntrepreneur.extend({
  partnerPay: z.string(),
  partnerSigns: z.string(),
  /** Null when no key opens them any more. */
  notes: z.string().nullable(),
})
export type Entrepreneur = z.infer<typeof entrepreneur>
