import { z } from '@shared/zod'
import { newPassword, profileFields } from '@shared/accounts'
import { shareCredentialsRequest } from '@shared/credentials'

const accountFields = {
  ...profileFields,
  confirmPassword: z.string(),
  agreeToTerms: z.boolean().refine((agreed) => agreed, {
    error: 'You must agree to the Terms of Use and Privacy Policy.',
  }),
  contactConsent: z.boolean(),
}

/** Said at once with the other problems, not only when everything else is right. */
const whenTyped = (passwordField: string) => (payload: { value: unknown }) =>
  z
    .object({ [passwordField]: z.string().min(1), confirmPassword: z.string() })
    .safeParse(payload.value).success

export const uploadForm = z
  .object({ ...accountFields, password: newPassword })
  .refine((form) => form.password === form.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
    when: whenTyped('password'),
  })
export type UploadFormInput = z.input<typeof uploadForm>

/** Here `password` is the monitoring service's; the account's own is `userPassword`. */
export const shareLoginForm = z
  .object({ ...accountFields, ...shareCredentialsRequest.shape, userPassword: newPassword })
  .refine((form) => form.userPassword === form.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
    when: whenTyped('userPassword'),
  })
export type ShareLoginFormInput = z.input<typeof shareLoginForm>

/** What both ways of applying ask for, kept when the applicant changes from one to the other. */
export interface ApplicantDraft {
  firstName: string
  lastName: string
  email: string
  phoneNumber: string
  newPassword: string
  confirmPassword: string
  agreeToTerms: boolean
  contactConsent: boolean
}

export const emptyDraft: ApplicantDraft = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  newPassword: '',
  confirmPassword: '',
  agreeToTerms: false,
  contactConsent: false,
}
