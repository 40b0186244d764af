import { z } from './zod'

export const consentKinds = ['calls', 'texts', 'email', 'recording'] as const
export type ConsentKind = (typeof consentKinds)[number]
export const consentKind = z.enum(consentKinds)

export const contactKinds = ['calls', 'texts', 'email'] as const satisfies readonly ConsentKind[]

/** How someone tells the administrator to stop, who records it. */
export const stopWays = ['phone', 'text', 'email', 'letter', 'in-person'] as const

/** Where people agree and withdraw; `reply`: STOP and START, in answer to a text message. */
export const consentSources = ['sign-up', 'account', 'reply', ...stopWays] as const
export type ConsentSource = (typeof consentSources)[number]

/** The one box of the application form. It asks for three ways of contact, and for no recording. */
export const signUpConsent = {
  label:
    'You may contact me about my application by phone call, text message, and email (optional).',
  hint: 'Calls may be recorded. Consent is not required to apply: you can call us instead. Message and data rates may apply; reply STOP at any time.',
  textVersion: 'sign-up.1',
  kinds: contactKinds,
} as const

/**
 * Every text that people have agreed to, by the version that is stored with their consent. A text that
 * was in use is never changed or removed: another one gets another version.
 */
export const consentTexts: Readonly<Record<string, string>> = {
  'sign-up.1': `${signUpConsent.label} ${signUpConsent.hint}`,
  'calls.1':
    'You may call me about my application and the program, at the phone number in my account. You may use automated dialing. This is not a condition of applying or of buying anything.',
  'texts.1':
    'You may text me about my application and the program, at the phone number in my account. Texts may be sent automatically, and how many varies. Message and data rates may apply. I can reply STOP to stop or HELP for help. This is not a condition of applying or of buying anything.',
  'email.1':
    'You may email me about the program, at the email address in my account, beyond what my application and my account need.',
  'email.2':
    'You may email me at the email address in my account about news and offers, in addition to the emails my account needs.',
  'recording.1':
    'You may record phone calls and video meetings between us, if you say so when they begin.',
  'recording.2': 'You may record our calls and video meetings if you tell me at the start.',
}

/** The texts that are agreed to from now on. */
export const currentTexts: Record<ConsentKind, string> = {
  calls: 'calls.1',
  texts: 'texts.1',
  email: 'email.2',
  recording: 'recording.2',
}

/** Given, the text must be the one in use: what was shown is what is kept. */
export const consentChange = z.discriminatedUnion('isGiven', [
  z.object({ isGiven: z.literal(true), textVersion: z.string().max(40) }),
  z.object({ isGiven: z.literal(false) }),
])
export type ConsentChange = z.infer<typeof consentChange>

/** Contact that someone who called or wrote does not want any more, as the administrator records it. */
export const stopRequest = z.object({
  kinds: z
    .array(consentKind)
    .min(1, { error: 'Choose what to stop.' })
    .max(consentKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length),
  way: z.enum(stopWays),
})
export type StopRequest = z.infer<typeof stopRequest>

/** Someone's last word about one of them. */
export const consentState = z.object({
  kind: consentKind,
  isGiven: z.boolean(),
  /** Texts: it was given for another phone number, and is asked anew for this one. */
  isForOtherNumber: z.boolean(),
  /** When it was given or withdrawn, and where from; null where nothing was ever said. */
  at: z.string().nullable(),
  ip: z.string().nullable(),
  source: z.enum(consentSources).nullable(),
  /** For the administrator: who recorded what was said on the phone or in writing. */
  recordedBy: z.string().optional(),
  /** Null while it is not given. */
  agreedText: z.string().nullable(),
  /** The text that agreeing now would be about. */
  currentText: z.string(),
  currentVersion: z.string(),
})
export type ConsentState = z.infer<typeof consentState>
