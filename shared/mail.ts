import { z } from './zod'
import { emailAddress } from './accounts'
import { listQuery } from './lists'
import { reviewStatus } from './review'
import { mailAddress, multiLine, secret, singleLine } from './text'

/** Sent in place of the app password: keep the stored one, or use the environment's mailbox. */
export const unchangedPassword = 'UNCHANGED'
export const defaultPassword = 'DEFAULT'

export const mailDefaults = {
  host: 'smtp.gmail.com',
  port: 465,
  secure: true,
  service: 'gmail',
} as const

const hostProblem = 'Please enter a valid mail host'

export const emailSettingsRequest = z.object({
  email: mailAddress('Please enter a valid email address'),
  appPassword: z.union([z.literal(''), secret({ required: 'Please type this again.' })]).optional(),
  host: singleLine({ required: hostProblem, max: 253 }).default(mailDefaults.host),
  port: z.coerce
    .number({ error: 'Please enter a port number' })
    .int()
    .min(1)
    .max(65_535)
    .default(mailDefaults.port),
  secure: z.boolean().default(mailDefaults.secure),
  service: singleLine({ required: 'Please name the service', max: 60 }).default(
    mailDefaults.service,
  ),
})
export type EmailSettingsRequest = z.infer<typeof emailSettingsRequest>

/** The mailbox that mail leaves from, and what decided that; null: no sender is configured. */
const mailSender = z
  .object({
    source: z.enum(['settings', 'environment']),
    from: z.string(),
    host: z.string(),
    port: z.number(),
  })
  .nullable()
export type MailSender = z.infer<typeof mailSender>

/** The password itself never comes back: `appPassword` says whether one is stored. */
export const emailSettings = z.object({
  email: z.string(),
  appPassword: z.boolean(),
  host: z.string(),
  port: z.number(),
  secure: z.boolean(),
  service: z.string(),
  sender: mailSender,
  /** Whether the environment has a mailbox, which DEFAULT means. */
  hasDefault: z.boolean(),
})
export type EmailSettings = z.infer<typeof emailSettings>

export const connectionTestResult = z.object({ success: z.boolean(), message: z.string() })
export type ConnectionTestResult = z.infer<typeof connectionTestResult>

const testRecipientProblem = 'Please enter a valid email address.'

export const testMailRequest = z.object({
  to: z
    .string({ error: testRecipientProblem })
    .trim()
    .max(254, { error: testRecipientProblem })
    .regex(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+$/, { error: testRecipientProblem }),
})

export const testMailResult = z.object({ success: z.boolean(), error: z.string().optional() })
export type TestMailResult = z.infer<typeof testMailResult>

const mailBodyMaxLength = 20_000

const bodyText = (problem: string) =>
  z.string({ error: problem }).pipe(multiLine(mailBodyMaxLength).min(1, { error: problem }))

const words = {
  subject: singleLine({ required: 'Please enter an email subject', max: 200 }),
  body: bodyText('Please enter an email body'),
}

/** Those that a mail of the administrator's own may begin as. */
const applicationTemplates = ['welcome', 'approved', 'rejected'] as const
export type ApplicationTemplate = (typeof applicationTemplates)[number]

/** In the order in which the page checks them. */
export const composeRequest = z.object({
  to: emailAddress,
  subject: words.subject.superRefine((text, context) => refuseUnknown(placeholders)(text, context)),
  body: words.body.superRefine((text, context) => refuseUnknown(placeholders)(text, context)),
  /** The template that it began as: it goes to no one whose application says otherwise. */
  template: z.enum(applicationTemplates).optional(),
  /** Leaves a minute later, so that it can be canceled until then. */
  isHeld: z.boolean().optional(),
})
export type ComposeRequest = z.infer<typeof composeRequest>

export const recipientQuery = z.object({ email: emailAddress })

/** Someone's wish about emails from us; `unasked` when they said nothing. */
export const mailWish = z.object({
  /** Null for an address that has no account. */
  name: z.string().nullable(),
  emails: z.enum(['agreed', 'withdrawn', 'unasked']),
  status: reviewStatus.nullable(),
  /** What takes the place of each `{{name}}` in a mail to this address. */
  values: z.record(z.string(), z.string()),
})
export type MailWish = z.infer<typeof mailWish>

export const unwantedMail = (name: string) => `${name} doesn’t want emails from us.`

export const replyRequest = z.object({ body: bodyText('Please write a reply') })

export const templateIds = [
  ...applicationTemplates,
  'referral-signed-up',
  'referral-approved',
  'payout',
  'payout-returned',
  'payment-details',
] as const
export const templateId = z.enum(templateIds)
export type TemplateId = (typeof templateIds)[number]

export const canCompose = (id: TemplateId): id is ApplicationTemplate =>
  applicationTemplates.some((template) => template === id)

/** The names that any template may use as `{{name}}`, with what the preview shows in their place. */
export const placeholders = {
  firstName: 'Jordan',
  lastName: 'Avery',
  email: 'jordan.avery@example.com',
  loginLink: 'https://portal.example/login',
  dashboardLink: 'https://portal.example/dashboard',
  accountLink: 'https://portal.example/account#notifications',
  disclosuresLink: 'https://portal.example/disclosures',
  supportEmail: 'support@creditpartner.example',
  supportPhone: '(303) 555-0142',
} as const
export type Placeholder = keyof typeof placeholders

/** The names that only one template may use. */
const newsPlaceholders: Partial<Record<TemplateId, Record<string, string>>> = {
  'referral-signed-up': { referralName: 'Sam T.' },
  'referral-approved': {
    referralName: 'Sam T.',
    rewardNews: 'We added $500.00 to your balance.',
  },
  payout: { payoutAmount: '$500.00', payoutMethod: 'Zelle', payoutReference: 'ZL-20261115-0142' },
  'payout-returned': { payoutAmount: '$500.00', payoutMethod: 'Zelle' },
  'payment-details': { payoutMethod: 'Zelle' },
}

export const placeholdersOf = (id: TemplateId): Record<string, string> => ({
  ...placeholders,
  ...newsPlaceholders[id],
})

const placeholderPattern = /\{\{([^{}]*)\}\}/g

/** The names between double braces, each once. */
export function placeholdersIn(text: string): string[] {
  const names = [...text.matchAll(placeholderPattern)].map(([, name = '']) => name.trim())
  return [...new Set(names)]
}

/** Puts values in place of placeholders; one without a value stays as it is. */
export function fillPlaceholders(text: string, values: Partial<Record<string, string>>): string {
  return text.replace(placeholderPattern, (whole, name: string) =>
    Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? whole) : whole,
  )
}

const refuseUnknown = (known: object) => (text: string, context: z.RefinementCtx) => {
  const unknown = placeholdersIn(text).filter((name) => !Object.hasOwn(known, name))
  const rest = text.replace(placeholderPattern, '')
  if (unknown.length > 0) {
    const names = unknown.map((name) => `{{${name}}}`).join(', ')
    context.addIssue({ code: 'custom', message: `Unknown placeholder: ${names}` })
  } else if (/\{\{|\}\}/.test(rest)) {
    context.addIssue({ code: 'custom', message: 'A placeholder is not closed: {{name}}' })
  }
}

export function templateChangeOf(id: TemplateId) {
  const refuse = refuseUnknown(placeholdersOf(id))
  return z.object({
    subject: words.subject.superRefine(refuse),
    body: words.body.superRefine(refuse),
  })
}
export type TemplateChange = z.infer<ReturnType<typeof templateChangeOf>>

export const emailTemplate = z.object({
  id: templateId,
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  /** False while it reads as it was delivered. */
  isEdited: z.boolean(),
})
export type EmailTemplate = z.infer<typeof emailTemplate>

export const mailStatuses = ['queued', 'sent', 'failed', 'cancelled'] as const
export type MailStatus = (typeof mailStatuses)[number]
const mailStatus = z.enum(mailStatuses)

export const mailListQuery = listQuery.extend({ status: mailStatus.optional() })
export type MailListQuery = z.infer<typeof mailListQuery>

/** A mail of the outbox. Its text is not listed. */
export const listedMail = z.object({
  id: z.number(),
  recipient: z.string(),
  subject: z.string(),
  status: mailStatus,
  attempts: z.number(),
  lastError: z.string().nullable(),
  canResend: z.boolean(),
  nextAttemptAt: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
})
export type ListedMail = z.infer<typeof listedMail>

/** The words of a mail; null once they are removed, and where they were about a secret. */
export const mailText = z.object({ text: z.string().nullable() })
export type MailText = z.infer<typeof mailText>

export const smsReadiness = z.object({
  /** Partners who agreed to text messages; exact up to 10,000. */
  agreed: z.number(),
})
export type SmsReadiness = z.infer<typeof smsReadiness>

export const mailAvailability = z.object({ configured: z.boolean() })
export type MailAvailability = z.infer<typeof mailAvailability>
