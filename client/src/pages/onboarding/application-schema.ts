import { z } from '@shared/zod'
import { newPassword, profileFields } from '@shared/accounts'
import { shareCredentialsRequest } from '@shared/credentials'
import { notCommon } from '@/features/accounts/password-judge'

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
  .refine(...notCommon('password'))

/** Here `password` is the monitoring service's; the account's own is `userPassword`. */
export const shareLoginForm = z
  .object({ ...accountFields, ...shareCredentialsRequest.shape, userPassword: newPassword })
  .refine((form) => form.userPassword === form.confirmPassword, {
    error: "Passwords don't match",
    path: ['confirmPassword'],
    when: whenTyped('userPassword'),
  })
  .refine(...notCommon('userPassword'))
