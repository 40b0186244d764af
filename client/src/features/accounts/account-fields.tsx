import { Fragment, type ReactNode } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { newPassword, profileFields } from '@shared/accounts'
import { signUpConsent } from '@shared/consents'
import { z } from '@shared/zod'
import { fieldsOf, useZodForm } from '@/lib/form'
import { paths } from '@/lib/paths'
import { CheckboxField, EmailField, PhoneField, TextField } from '@/ui/form-fields'
import { NewTabLink } from '@/ui/text'
import { EmailSuggestion } from './email-suggestion'
import {
  repeatsPassword,
  notCommon,
  ConfirmPasswordField,
  NewPasswordField,
} from './new-password-field'

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
  .refine(...repeatsPassword('password'))
  .refine(...notCommon('password'))

type AccountInput = z.input<typeof accountForm>
export type Account = z.output<typeof accountForm>

type AccountForm = UseFormReturn<AccountInput, unknown, Account>

const emptyAccount: Required<AccountInput> = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  password: '',
  confirmPassword: '',
  agreeToTerms: false,
  contactConsent: false,
}

export const useAccountForm = () =>
  useZodForm(accountForm, emptyAccount, {
    name: 'application',
    of: null,
    never: { password: true, confirmPassword: true },
  })

interface AccountFieldsProps {
  form: AccountForm
  /** HTML name of the password field, where another one is on it. */
  passwordName?: string
  /** Applicants are asked whether they may be contacted. */
  asksConsent?: boolean
}

export function AccountFields(props: AccountFieldsProps) {
  const { form, passwordName, asksConsent = true } = props
  const field = fieldsOf(form)
  const [firstName, lastName, email] = useWatch({
    control: form.control,
    name: ['firstName', 'lastName', 'email'],
  })
  const { agreeToTerms, contactConsent, ...inputs } = {
    firstName: <TextField {...field('firstName')} label="First name" />,
    lastName: <TextField {...field('lastName')} label="Last name" />,
    email: (
      <div>
        <EmailField {...field('email')} label="Email" />
        <EmailSuggestion />
      </div>
    ),
    phoneNumber: (
      <PhoneField {...field('phoneNumber')} label="Phone number" placeholder="(555) 555-0123" />
    ),
    password: (
      <NewPasswordField
        {...field('password')}
        htmlName={passwordName}
        label="Password"
        owner={{ firstName, lastName, email }}
      />
    ),
    confirmPassword: <ConfirmPasswordField {...field('confirmPassword')} />,
    agreeToTerms: <CheckboxField {...field('agreeToTerms')} label={<Agreement />} />,
    contactConsent: (
      <CheckboxField
        {...field('contactConsent')}
        label={signUpConsent.label}
        hint={signUpConsent.hint}
      />
    ),
  } satisfies Record<keyof AccountInput, ReactNode>

  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        {Object.entries(inputs).map(([name, input]) => (
          <Fragment key={name}>{input}</Fragment>
        ))}
      </div>
      {agreeToTerms}
      {asksConsent ? contactConsent : null}
    </>
  )
}

function Agreement() {
  return (
    <>
      I agree to the{' '}
      <NewTabLink className="link" href={paths.terms}>
        Terms of Use
      </NewTabLink>{' '}
      and the{' '}
      <NewTabLink className="link" href={paths.privacy}>
        Privacy Policy
      </NewTabLink>
      .
    </>
  )
}
