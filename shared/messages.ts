import { z } from './zod'
import { emailAddress, nameMaxLength, profileFields } from './accounts'
import { messageStatuses } from './list-choices'
import { listQuery, pageOfList } from './lists'
import { multiLine, singleLine, token } from './text'

const subjectMaxLength = 200
const messageMaxLength = 5000

/** People leave it empty because they cannot see it; programs that fill in every field do not. */
const honeypot = { website: z.string().optional() }

const messageProblem = 'Message is required'

/** The support form. The visitor may be anonymous, so the address to reply to is part of it. */
export const messageRequest = z.object({
  name: singleLine({ required: 'Name must be text.', min: 0, max: nameMaxLength }).optional(),
  email: emailAddress,
  subject: singleLine({ required: 'Subject is required', max: subjectMaxLength }),
  message: z
    .string({ error: messageProblem })
    .pipe(multiLine(messageMaxLength).min(1, { error: messageProblem })),
  ...honeypot,
})
export type MessageRequest = z.infer<typeof messageRequest>

/** The referral form: who refers, and who is referred. */
export const referralRequest = z.object({
  name: singleLine({ required: 'Your name is required.', max: nameMaxLength }),
  email: emailAddress,
  phone: profileFields.phoneNumber,
  referralName: singleLine({ required: "Your referral's name is required.", max: nameMaxLength }),
  referralEmail: emailAddress,
  referralPhone: profileFields.phoneNumber,
  /** The token of the link that the form before was answered with: it stays the sender's one link. */
  claim: token.optional(),
  ...honeypot,
})
export type ReferralRequest = z.infer<typeof referralRequest>

export const receipt = z.object({ message: z.string() })

/** The referral form's answer has the sender's link. */
export const referralReceipt = receipt.extend({
  /** Where the link leads from, whole. */
  link: z.string(),
  /** By which it becomes the sender's, who was not logged in. */
  claim: token.optional(),
})
export type ReferralReceipt = z.infer<typeof referralReceipt>

export type MessageStatus = (typeof messageStatuses)[number]
const messageStatus = z.enum(messageStatuses)

/** With `basedOn`, the status the reader saw, a change made since is not overwritten. */
export const messageStatusChange = z.object({
  status: messageStatus,
  basedOn: messageStatus.optional(),
})
export type MessageStatusChange = z.infer<typeof messageStatusChange>

export const messageListQuery = listQuery.extend({ status: messageStatus.optional() })
export type MessageListQuery = z.infer<typeof messageListQuery>

export const messageExportQuery = messageListQuery.omit(pageOfList).strict()

const listed = { id: z.number(), status: messageStatus, createdAt: z.string() }

/** A support message as the administrator sees it, with its whole text. */
export const listedMessage = z.object({
  ...listed,
  kind: z.literal('support'),
  name: z.string().nullable(),
  /** None for a reply by text whose number proves no account: it can't be answered by email. */
  email: z.string().nullable(),
  subject: z.string(),
  message: z.string(),
})
export type ListedMessage = z.infer<typeof listedMessage>

export const listedReferral = z.object({
  ...listed,
  kind: z.literal('referral'),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  referralName: z.string(),
  referralEmail: z.string(),
  referralPhone: z.string(),
})
export type ListedReferral = z.infer<typeof listedReferral>
