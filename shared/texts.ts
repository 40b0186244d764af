import { z } from './zod'
import { introductionWords } from './introduction-words'
import { textKinds, textStatuses } from './list-choices'
import { listQuery, recordIdNumber } from './lists'
import { multiLine, secret, singleLine } from './text'

export type TextKind = (typeof textKinds)[number]
export type TextEvent = Exclude<TextKind, 'composed'>
export type TextStatus = (typeof textStatuses)[number]

/** Sent in place of the auth token: keep the stored one. */
export const unchangedToken = 'UNCHANGED'
const mostTextCharacters = 459

/** Texts are sent from 9 AM to 8 PM where their reader is: within the law's 8 to 9, and within stricter states'. */
export const textHours = { from: 9, to: 20 } as const

/** The news, without a name: a locked phone shows it, and it has a fixed length. */
export const eventTexts: Record<TextEvent, string> = {
  decision: 'There is news about your application. Log in to see it:',
  'match-times': introductionWords.choose.text,
  'match-booked': introductionWords.booked.text,
  'match-tomorrow': 'Reminder, your meeting is on {{time}}.',
  'match-soon': 'Your meeting starts at {{time}}. Join here:',
  'match-answer': introductionWords.met.text,
  'match-ended': introductionWords.ended.text,
}

/** Examples of the times in the texts of events. */
export const exampleTimes: Partial<Record<TextEvent, string>> = {
  'match-booked': 'Wed, Sep 30, 12:30 PM AKDT',
  'match-tomorrow': 'Wed, Sep 30, 12:30 PM AKDT',
  'match-soon': '12:30 PM AKDT',
}

const optOut = 'Reply STOP to opt out.'

export const writeEventText = (
  event: TextEvent,
  { programName, link, time = '' }: { programName: string; link: string; time?: string },
): string => `${programName}: ${eventTexts[event].replace('{{time}}', time)} ${link} ${optOut}`

/** The administrator's words, as they are sent: who writes, and how to end it, are part of every text. */
export const writeComposedText = (body: string, { programName }: { programName: string }): string =>
  `${programName}: ${body} ${optOut}`

// GSM 03.38: a text of these alone has 160 characters, any other 70.
const plainCharacters = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const doubleCharacters = new Set('^{}\\[~]|€\f')

/**
 * In how many parts a text is sent, and charged. A part of several is shorter than one alone, and ends neither inside a
 * character that takes two places (an emoji) nor between an escape and what it stands for (`€`).
 */
export function countSegments(text: string): {
  segments: number
  characters: number
  most: number
} {
  const all = Array.from(text)
  const isPlain = all.every((one) => plainCharacters.has(one) || doubleCharacters.has(one))
  const sizes = all.map((one) => (isPlain ? (doubleCharacters.has(one) ? 2 : 1) : one.length))
  const characters = sizes.reduce((sum, size) => sum + size, 0)
  const [alone, each] = isPlain ? [160, 153] : [70, 67]
  if (characters <= alone) return { segments: 1, characters, most: alone }
  let segments = 1
  let left = each
  for (const size of sizes) {
    if (size > left) {
      segments += 1
      left = each
    }
    left -= size
  }
  return { segments, characters, most: segments * each }
}

const sidProblem = 'Please enter the account SID: AC and 32 letters and digits.'
const senderProblem = 'Please enter a number such as +13035550142, or a messaging service (MG…).'

export const textSettingsRequest = z.object({
  accountSid: z
    .string({ error: sidProblem })
    .trim()
    .regex(/^AC[0-9a-f]{32}$/, { error: sidProblem }),
  authToken: z.union([z.literal(''), secret({ required: 'Please type this again.' })]).optional(),
  sender: z
    .string({ error: senderProblem })
    .trim()
    .regex(/^(\+1[2-9]\d{2}[2-9]\d{6}|MG[0-9a-f]{32})$/, { error: senderProblem }),
  kinds: z
    .array(z.enum(textKinds).exclude(['composed']))
    .max(textKinds.length)
    .transform((kinds) => [...new Set(kinds)]),
})
export type TextSettingsRequest = z.infer<typeof textSettingsRequest>

/** The token never comes back. */
export const textSettings = z.object({
  /** Null while no provider is connected. */
  provider: z.object({ accountSid: z.string(), sender: z.string() }).nullable(),
  kinds: z.array(z.enum(textKinds).exclude(['composed'])),
  /** The address that the provider calls with what people reply. */
  webhook: z.string(),
  programName: z.string(),
  link: z.string(),
})
export type TextSettings = z.infer<typeof textSettings>

const recipientProblem = 'Please enter a US number with 10 digits.'
export const testTextRequest = z.object({
  to: singleLine({ required: recipientProblem, max: 40 }).transform((typed, context) => {
    const digits = readUsNumber(typed)
    if (digits === null) context.addIssue({ code: 'custom', message: recipientProblem })
    return digits ?? z.NEVER
  }),
})

export const textTestResult = z.object({ success: z.boolean(), message: z.string() })
export type TextTestResult = z.infer<typeof textTestResult>

/** The ten digits of a US number as someone typed it; null for one of another country, and for none. */
export function readUsNumber(typed: string): string | null {
  // As `phone_digits` of the database has it: up to an extension, a second number or a word.
  const number = /(?:\+[^\p{L}\p{N}#*,;]*)?\d(?:[^\p{L}\p{N}#*,;]*\d){6,}/u.exec(
    typed.normalize('NFKC'),
  )
  const dialed = number?.[0].replaceAll(/[^\d+]/g, '') ?? ''
  return /^(?:(?:\+|00|011)1|1?)([2-9]\d{2}[2-9]\d{6})$/.exec(dialed)?.[1] ?? null
}

/** '(303) 555-0142'; what is no US number stays as it is. */
export function formatUsNumber(typed: string): string {
  const digits = readUsNumber(typed)
  return digits ? `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}` : typed
}

/** Why someone with an account is not texted; null when they may be. */
export function objectionToTexts(person: {
  isClosing: boolean
  phoneNumber: string
  wantsTexts: boolean | null
}): string | null {
  if (person.isClosing) return 'They are closing their account.'
  if (readUsNumber(person.phoneNumber) === null) return 'Their phone number isn’t a US number.'
  return person.wantsTexts === true ? null : 'They didn’t agree to text messages.'
}

export const composeTextRequest = z.object({
  userId: recordIdNumber,
  body: multiLine(mostTextCharacters).min(1, { error: 'Please write a text.' }),
})
export type ComposeTextRequest = z.infer<typeof composeTextRequest>

export const textListQuery = listQuery
  .omit({ search: true })
  .extend({ status: z.enum(textStatuses).optional() })
export type TextListQuery = z.infer<typeof textListQuery>

/** A text of the outbox. What it says is not listed. */
export const listedText = z.object({
  id: z.number(),
  person: z.object({ id: z.number(), name: z.string() }),
  recipient: z.string(),
  kind: z.enum(textKinds),
  segments: z.number(),
  status: z.enum(textStatuses),
  lastError: z.string().nullable(),
  /** While it is queued. */
  nextAttemptAt: z.string().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
})
export type ListedText = z.infer<typeof listedText>
