import { z } from './zod'

/** The emails about referrals that people can do without. Payees are always told when their details change. */
export const mailChoiceKinds = ['referral-signed-up', 'referral-approved', 'payout'] as const
export type MailChoiceKind = (typeof mailChoiceKinds)[number]
export const mailChoiceKind = z.enum(mailChoiceKinds)

export const mailChoiceChange = z.object({ isWanted: z.boolean() })

export const mailChoice = z.object({ kind: mailChoiceKind, isWanted: z.boolean() })
export type MailChoice = z.infer<typeof mailChoice>

/** Mail that is written to people by hand stops once they withdraw their consent to email. */
export const withdrawsConsent = 'email'

/** The link in such a mail can turn these off. */
export const linkedMailKinds = [...mailChoiceKinds, withdrawsConsent] as const
export type LinkedMailKind = (typeof linkedMailKinds)[number]
export const linkedMailKind = z.enum(linkedMailKinds)

/** As the link carries it: sealed, with the name of the key. */
export const mailChoiceToken = z
  .string({ error: 'This link is incomplete.' })
  .regex(/^v1\.[\da-f]{8}\.[\w-]{43,200}$/, { error: 'This link is incomplete.' })

export const declineByLinkRequest = z.object({
  token: mailChoiceToken,
  kinds: z
    .array(linkedMailKind)
    .min(1, { error: 'Choose what to turn off.' })
    .max(linkedMailKinds.length),
})
export type DeclineByLinkRequest = z.infer<typeof declineByLinkRequest>
