import { z } from './zod'
import { reviewStatus } from './review'
import { secret, singleLine, token } from './text'

export const passwordMinLength = 8
export const passwordAdvisedLength = 15
export const adminPasswordMinLength = 15
export const phoneMinLength = 10
export const nameMaxLength = 150

/** The version of the terms an applicant agrees to; kept with the account. */
export const termsVersion = '2026-11-01'

const emailProblem = 'Please enter a valid email address.'

export const emailAddress = z
  .string({ error: emailProblem })
  .trim()
  .pipe(z.email({ error: emailProblem }).max(254, { error: emailProblem }))

export const newPassword = secret({
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

export const registerRequest = z.object({
  ...profileFields,
  password: newPassword,
  uploadKey: token,
  agreeToTerms: z
    .literal(true, { error: 'You must agree to the Terms of Use and Privacy Policy.' })
    .optional(),
  contactConsent: z.boolean().optional(),
})
export type RegisterRequest = z.infer<typeof registerRequest>

export const loginRequest = z.object({
  email: emailAddress,
  password: secret({ required: 'Password is required.' }),
})
export type LoginRequest = z.infer<typeof loginRequest>

export const passwordResetRequest = z.object({ email: emailAddress })
export type PasswordResetRequest = z.infer<typeof passwordResetRequest>

export const confirmResetRequest = z.object({ token, password: newPassword })
export type ConfirmResetRequest = z.infer<typeof confirmResetRequest>

export const currentUser = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
  status: reviewStatus,
  isAdmin: z.union([z.literal(0), z.literal(1)]),
  createdAt: z.string(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const adminStatus = z.object({ isAdmin: z.boolean() })
export type AdminStatus = z.infer<typeof adminStatus>
