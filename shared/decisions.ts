import { reviewStatus } from './review'
import { singleLine } from './text'
import { z } from './zod'

export const decisionKinds = ['user', 'file', 'credential'] as const
export const decisionKind = z.enum(decisionKinds)
export type DecisionKind = z.infer<typeof decisionKind>

/** Each has an editable list of words: the kinds of rejection, and questions. */
export const reasonKinds = [...decisionKinds, 'question'] as const
export const reasonKind = z.enum(reasonKinds)
export type ReasonKind = z.infer<typeof reasonKind>

export const takenDecision = z.object({ decisionId: z.number() })
export type TakenDecision = z.infer<typeof takenDecision>

/**
 * The outcome of the mail about a decision that was undone: there was none, it was held back, it had
 * been sent, or it was leaving at that moment and may arrive.
 */
const undoneMail = z.enum(['none', 'held-back', 'sent', 'unsure'])
export type UndoneMail = z.infer<typeof undoneMail>

/** With `ifUntold`, nothing is undone that someone was told of already: the pages ask first. */
export const undoQuery = z.object({
  ifUntold: z
    .literal('true')
    .transform(() => true)
    .optional(),
})

export const undoneDecision = z.object({
  /** Subjects that have their earlier status again, the person first. */
  undone: z.array(
    z.object({ kind: decisionKind, id: z.number(), name: z.string(), status: reviewStatus }),
  ),
  mail: undoneMail,
})
export type UndoneDecision = z.infer<typeof undoneDecision>

/** As many as there are number keys that choose one. */
const maxReasons = 9

const reason = singleLine({ required: 'Please enter a reason', max: 200 })
const reasonList = z
  .array(reason)
  .max(maxReasons, { error: `Please keep it to ${maxReasons} reasons` })

/** The administrator picks from these when rejecting, and when asking. */
export const rejectionReasons = z.object({
  user: reasonList,
  file: reasonList,
  credential: reasonList,
  question: reasonList,
})
export type RejectionReasons = z.infer<typeof rejectionReasons>

export const reasonsChange = z.object({ reasons: reasonList })

/** In force until the lists are edited. */
export const defaultReasons: RejectionReasons = {
  user: [
    'Your credit score is below our minimum. Paying down balances and correcting errors on your credit reports can raise it.',
    'We couldn’t reach you to verify your application. Please contact us if you’re still interested.',
    'The name on your documents doesn’t match your account. Please contact us if one of them is wrong.',
    'Your documents don’t show your current credit score. Please apply with a report that does.',
  ],
  file: [
    'We can’t read this document. Please send a sharper copy.',
    'This document doesn’t show a credit score.',
    'Pages are missing. Please send the whole report.',
    'This report is more than 90 days old. Please send a newer one.',
    'The name on this document doesn’t match your account.',
  ],
  credential: [
    'The username or password didn’t work.',
    'The service asked for a code that only you can get.',
    'This account doesn’t show a credit report.',
    'We can’t use this service. Please upload your report instead.',
  ],
  question: [
    'We need a newer report. Please upload one.',
    'A page is missing. Please send the whole report.',
    'Please confirm your phone number.',
  ],
}
