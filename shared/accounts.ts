import { z } from './zod'
import { ownAnswer, ownQuestion, pause } from './questions'
import { readCode } from './referral-codes'
import { reviewStatus } from './review'
import { accountPassword, mailAddress, normalizeLine, singleLine, token } from './text'

export const passwordMinLength = 8
export const passwordAdvisedLength = 15
export const adminPasswordMinLength = 15
const phoneMinLength = 10
export const nameMaxLength = 150

/**
 * The version of the terms and the privacy policy that an applicant agrees to, kept with the account.
 * `content.test.ts` fails when the text changes without a new version.
 */
export const termsVersion = '2026-11-29'

export const emailAddress = mailAddress('Please enter a valid email address.')

export const passwordTooCommon = 'This password is too common. Please choose another.'

export const newPassword = accountPassword({
  required: `Password must be at least ${passwordMinLength} characters.`,
  min: passwordMinLength,
})

export const profileFields = {
  email: emailAddress,
  firstName: singleLine({ required: 'First name is required.', max: nameMaxLength }),
  lastName: singleLine({ required: 'Last name is required.', max: nameMaxLength }),
  phoneNumber: singleLine({
    required: 'Please enter a valid phone number.',
    min: phoneMinLength,
    max: 40,
  }),
}

/** The details that people give of themselves: registering, storing and showing a profile go by this list. */
export const profile = z.object(profileFields)
export type Profile = z.infer<typeof profile>
/** Shown of a person in addition to the name. */
export type ContactField = Exclude<keyof Profile, 'firstName' | 'lastName'>

/** A profile in an answer; '' where a field was left out. */
export const shownProfile = {
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phoneNumber: z.string(),
} satisfies Record<keyof Profile, z.ZodType>

/** Partners lend their credit, once approved. Referrers only refer others, until they apply themselves. */
export const userKinds = ['partner', 'referrer'] as const
export type UserKind = (typeof userKinds)[number]

const newAccount = {
  ...profileFields,
  password: newPassword,
  agreeToTerms: z.literal(true, {
    error: 'You must agree to the Terms of Use and Privacy Policy.',
  }),
  /** The code of the link that led here, for browsers that keep no cookie. One that is unknown changes nothing. */
  referralCode: z
    .string()
    .overwrite((typed) => readCode(typed) ?? '')
    .optional(),
}

export const registerRequest = z.object({
  ...newAccount,
  uploadKey: token,
  contactConsent: z.boolean().optional(),
})
export type RegisterRequest = z.infer<typeof registerRequest>

/** An account that refers others, without a proof of credit. */
export const referrerRequest = z.object({
  ...newAccount,
  /** The token of a link that the referral form was answered with: it becomes theirs. */
  claim: token.optional(),
})
export type ReferrerRequest = z.infer<typeof referrerRequest>

/** A referrer's proof of credit, which makes them a partner. */
export const applyRequest = z.object({ uploadKey: token })
export type ApplyRequest = z.infer<typeof applyRequest>

/** Six digits of an authenticator app or a recovery code, as typed. */
const typedCode = z.string().overwrite(normalizeLine).trim().max(100)

export const loginRequest = z.object({
  email: emailAddress,
  password: accountPassword({ required: 'Password is required.' }),
  code: typedCode.optional(),
})
export type LoginRequest = z.infer<typeof loginRequest>

export const codeNeeded = 'Enter the code from your authenticator app.'
export const codeRefused =
  'That code isn’t right, or it was already used. A new one appears every 30 seconds.'

/** After some codes that were right at another time. */
export const clockIsOff =
  'Your phone’s clock is off, so its codes don’t match. Set its date and time to automatic, then enter the newest code.'

/** Proof of being the person who is logged in. */
export const reauthentication = z.object({
  currentPassword: accountPassword({ required: 'Password is required.' }),
  /** Needed with a second factor. */
  code: typedCode.optional(),
})
export type Reauthentication = z.infer<typeof reauthentication>

/** For a call that a recently confirmed session may make without either. */
export const optionalReauthentication = reauthentication.partial()
export type OptionalReauthentication = z.infer<typeof optionalReauthentication>

/** Good for some minutes from then on. */
export const reauthenticateRequest = z.object({
  password: accountPassword({ required: 'Password is required.' }),
  code: typedCode.optional(),
})

export const changePasswordRequest = reauthentication.extend({ newPassword })
export type ChangePasswordRequest = z.infer<typeof changePasswordRequest>

/** Details that people correct themselves. The address that they log in with is not among them. */
export const correctedDetails = profile.omit({ email: true })
export const correctDetailsRequest = optionalReauthentication.extend(correctedDetails.shape)
export type CorrectDetailsRequest = z.infer<typeof correctDetailsRequest>

/** One place where someone is logged in; `ref` names it and opens nothing. */
export const listedSession = z.object({
  ref: token,
  startedAt: z.string(),
  lastUsedAt: z.string(),
  browser: z.string(),
  isCurrent: z.boolean(),
})
export type ListedSession = z.infer<typeof listedSession>

export const secondFactorState = z.object({
  isOn: z.boolean(),
  /** Whether this account, the administrator's, must have one. */
  isRequired: z.boolean(),
  recoveryCodesLeft: z.number(),
})
export type SecondFactorState = z.infer<typeof secondFactorState>

/** An authenticator app is set up with it: typed, or as the address in a QR code. */
export const secondFactorSetup = z.object({ secret: z.string(), address: z.string() })
export type SecondFactorSetup = z.infer<typeof secondFactorSetup>

export const confirmSecondFactorRequest = z.object({
  code: typedCode.min(1, { error: codeNeeded }),
})

/** Shown once. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof recoveryCodes>

/** How long a mailed link for a new password is good. */
export const resetMinutes = 30

export const passwordResetRequest = z.object({ email: emailAddress })

export const resetLink = z.object({ token })

export const confirmResetRequest = z.object({ token, password: newPassword })
export type ConfirmResetRequest = z.infer<typeof confirmResetRequest>

/** How long someone who closes their account can change their mind. */
export const closingDays = 7

/** A step that must come before anything else; the code of the error that says so, too. */
export const missingStep = z.enum([
  'account-closing',
  'password-change-required',
  'second-factor-setup-required',
])
export type MissingStep = z.infer<typeof missingStep>

export const currentUser = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  status: reviewStatus,
  /** Why the person was rejected. */
  statusReason: z.string().nullable(),
  /** When the status was last decided about. */
  statusAt: z.string().nullable(),
  isAdmin: z.union([z.literal(0), z.literal(1)]),
  /** Present while someone only refers others: then there is no application. */
  isReferrer: z.literal(true).optional(),
  createdAt: z.string(),
  missingStep: missingStep.optional(),
  /** Present while we wait for an answer. */
  question: ownQuestion.optional(),
  /** Newest first. */
  answers: z.array(ownAnswer).optional(),
  /** When we waited for answers: such time is not part of a promised date. */
  pauses: z.array(pause).optional(),
  /** When everything is removed; only while the account is closing. */
  closesAt: z.string().optional(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const adminStatus = z.object({ isAdmin: z.boolean() })
export type AdminStatus = z.infer<typeof adminStatus>
