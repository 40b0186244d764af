import { z } from './zod'
import { token } from './text'

/** The parts of a complete profile, in the order in which they are shown. */
const profileSteps = [
  'contact-details',
  'email',
  'terms',
  'proof-of-credit',
  'payment-method',
] as const
const profileStep = z.enum(profileSteps)
export type ProfileStep = z.infer<typeof profileStep>

/** Counts what is asked of this person: a referrer needs no proof of credit. */
export const profileCompletion = z.object({
  percent: z.number(),
  steps: z.array(z.object({ step: profileStep, isDone: z.boolean() })),
})
export type ProfileCompletion = z.infer<typeof profileCompletion>

export const acceptTermsRequest = z.object({
  agreeToTerms: z.literal(true, {
    error: 'You must agree to the Terms of Use and Privacy Policy.',
  }),
})

/** How long a link that confirms an email is good. */
export const emailConfirmationHours = 24

export const confirmEmailRequest = z.object({ token })
