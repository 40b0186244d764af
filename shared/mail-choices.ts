import { z } from './zod'

/** The emails about referrals that people can do without. Whoever is paid is always told when their details change. */
export const mailChoiceKinds = ['referral-signed-up', 'referral-approved', 'payout'] as const
export type MailChoiceKind = (typeof mailChoiceKinds)[number]
export const mailChoiceKind = z.enum(mailChoiceKinds)

export const mailChoiceChange = z.object({ isWanted: z.boolean() })

const mailChoice = z.object({ kind: mailChoiceKind, isWanted: z.boolean() })
export type MailChoice = z.infer<typeof mailChoice>
