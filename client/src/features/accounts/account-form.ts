import type { UseFormReturn } from 'react-hook-form'
import { newPassword, profileFields } from '@shared/accounts'
import { z } from '@shared/zod'
import { confirmed, notCommon } from './common-passwords'

/** What makes an account, the same for every way of applying. */
export const accountForm = z
  .object({
    ...profileFields,
    password: newPassword,
    confirmPassword: z.string(),
    agreeToTerms: z.boolean().refine((agreed) => agreed, {
      error: 'You must agree to the Terms of Use and Privacy Policy.',
    }),
    contactConsent: z.boolean(),
  })
  .refine(...confirmed('password'))
  .refine(...notCommon('password'))

export type AccountInput = z.input<typeof accountForm>
export type Account = z.output<typeof accountForm>

export type AccountForm = UseFormReturn<AccountInput, unknown, Account>
