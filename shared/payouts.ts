import { z } from './zod'
import { recordId, recordIdNumber } from './lists'
import type { PaymentMethod } from './payment-methods'
import { paymentMethod } from './payment-settings'
import { singleLine } from './text'

export const schedules = ['monthly', 'weekly'] as const

const limitProblem = 'Please enter an amount from $0.00 to $100,000.'
const limit = z.int({ error: limitProblem }).min(0, limitProblem).max(10_000_000, limitProblem)

export const payoutSettings = z.object({
  /** On the 15th for the month before, or each Monday for the week before. */
  schedule: z.enum(schedules),
  /** Less than that stays in the balance. */
  minimumCents: limit,
  /** From here on, the sum paid to one person in a year has to be reported. */
  reportingCents: limit,
})
export type PayoutSettings = z.infer<typeof payoutSettings>

const runStates = ['draft', 'approved', 'done'] as const
const payoutStates = [
  'ready',
  'held',
  'under-minimum',
  'missing-settings',
  'paying',
  'paid',
  'failed',
] as const
export type PayoutState = (typeof payoutStates)[number]

/** Why a line is held, as the row has it; the reason of a failed one is the administrator's. */
export const heldReasons = [
  'account-gone',
  'rejected',
  'closing',
  'profile-incomplete',
  /** In letters that no bank takes. */
  'name-unwritable',
  'settings-changed',
  'settings-unreadable',
  'nothing-left',
  /** For one to be paid, which is in no payment file then. */
  'rejected-since',
] as const
export type HeldReason = (typeof heldReasons)[number]

const stateTotal = z.object({ state: z.enum(payoutStates), count: z.number(), cents: z.number() })

/** PayPal's limit for one file. Each bank has a limit of its own, so files for banks are not divided. */
const mostPaymentsPerFile: Record<PaymentMethod, number> = {
  zelle: Infinity,
  ach: Infinity,
  paypal: 5_000,
}

/** Payments by the files that they are paid with: each as full as it can be, in their order. */
export function divideIntoFiles<Payment>(
  method: PaymentMethod,
  payments: readonly Payment[],
): Payment[][] {
  const most = Math.min(mostPaymentsPerFile[method], Math.max(1, payments.length))
  return Array.from({ length: countPaymentFiles(method, payments.length) }, (_file, at) =>
    payments.slice(at * most, (at + 1) * most),
  )
}

export const countPaymentFiles = (method: PaymentMethod, payments: number): number =>
  Math.max(1, Math.ceil(payments / mostPaymentsPerFile[method]))

export const payoutRun = z.object({
  id: z.number(),
  /** '2026-10', or '2026-W43' */
  period: z.string(),
  /** '2026-10-01', a day of the program. */
  firstDay: z.string(),
  lastDay: z.string(),
  state: z.enum(runStates),
  createdAt: z.string(),
  approvedAt: z.string().nullable(),
  totals: z.array(stateTotal),
})
export type PayoutRun = z.infer<typeof payoutRun>

export const payoutLine = z.object({
  id: z.number(),
  payeeId: z.number(),
  /** Null once the account is gone. */
  name: z.string().nullable(),
  cents: z.number(),
  state: z.enum(payoutStates),
  reason: z.string().nullable(),
  method: paymentMethod.nullable(),
  lastFour: z.string().nullable(),
  reference: z.string().nullable(),
  settledAt: z.string().nullable(),
  /** The sum paid to them in the year (Eastern) in which it was settled; before that, this year. */
  yearCents: z.number(),
  /** With this payout it is, or would be, so much that it has to be reported. */
  mustBeReported: z.boolean(),
})
export type PayoutLine = z.infer<typeof payoutLine>

const madeFile = z.object({
  id: z.number(),
  method: paymentMethod,
  madeAt: z.string(),
  count: z.number(),
  cents: z.number(),
})
export type MadePaymentFile = z.infer<typeof madeFile>

export const payoutRunDetails = payoutRun.extend({
  files: z.array(z.object({ method: paymentMethod, count: z.number(), cents: z.number() })),
  /** Those that were downloaded, while a payout in them is still in transit. */
  madeFiles: z.array(madeFile),
  lines: z.array(payoutLine),
  /** For the lines after these; null with the last. */
  nextCursor: z.number().nullable(),
})
export type PayoutRunDetails = z.infer<typeof payoutRunDetails>

export const linesPerPage = 200

export const payoutRunQuery = z.object({
  state: z.enum(payoutStates).optional(),
  cursor: recordId.optional(),
})
export type PayoutRunQuery = z.infer<typeof payoutRunQuery>

const sum = z.int().min(0)

/** How many people were asked for their payment settings. */
export const askedPayees = z.object({ asked: z.number() })
export type AskedPayees = z.infer<typeof askedPayees>

/** The sum of the ready lines when their payment was agreed to. */
export const payoutApproval = z.object({ count: sum, cents: sum })
export type PayoutApproval = z.infer<typeof payoutApproval>

const reference = singleLine({ required: 'Please enter the payment reference.', max: 100 })
const failure = singleLine({ required: 'Please enter why it failed.', max: 200 })

export const paidPayout = z.object({ state: z.literal('paid'), reference })
export const failedPayout = z.object({ state: z.literal('failed'), reason: failure })
export const payoutSettlement = z.discriminatedUnion('state', [paidPayout, failedPayout])

const correction = singleLine({ required: 'Please enter what happened.', max: 200 })

/** For one that was wrongly marked as paid or failed. */
export const payoutCorrections = {
  paid: paidPayout.extend({ reason: correction }),
  failed: z.object({ state: z.literal('failed'), reason: correction }),
}
export const payoutCorrection = z.discriminatedUnion('state', [
  payoutCorrections.paid,
  payoutCorrections.failed,
])
export type PayoutCorrection = z.infer<typeof payoutCorrection>

/** Once at most: what is marked for the first time has a reference or a reason. */
export const isCorrected = (payout: Pick<PayoutLine, 'reference' | 'reason'>): boolean =>
  payout.reference !== null && payout.reason !== null

/** For everything in a payment file, with its sum when it was said. */
export const paidFile = paidPayout
  .pick({ reference: true })
  .extend({ fileId: recordIdNumber, count: sum, cents: sum })
export type PaidFile = z.infer<typeof paidFile>
export type PayoutSettlement = z.infer<typeof payoutSettlement>
