import type { UseFormRegisterReturn } from 'react-hook-form'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { EmailInput, Input, PasswordInput } from '@/ui/input'
import { paths } from '@/lib/paths'
import { passwordHint } from './password-hint'

export type AccountField =
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'phoneNumber'
  | 'password'
  | 'confirmPassword'
  | 'agreeToTerms'
  | 'contactConsent'

interface AccountFieldsProps {
  /** Registers a field under the name the form knows it by. */
  register: (field: AccountField) => UseFormRegisterReturn
  errors: Partial<Record<AccountField, string | undefined>>
  /** What is typed as the new password, for the advice under it. */
  password: string
}

/** The fields that make an account, the same for both ways of applying. */
export function AccountFields({ register, errors, password }: AccountFieldsProps) {
  // In the order of the page: the first wrong one gets the focus.
  const controls = {
    firstName: register('firstName'),
    lastName: register('lastName'),
    email: register('email'),
    phoneNumber: register('phoneNumber'),
    password: register('password'),
    confirmPassword: register('confirmPassword'),
    agreeToTerms: register('agreeToTerms'),
    contactConsent: register('contactConsent'),
  }

  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName}>
          {(aria) => <Input {...aria} {...controls.firstName} autoComplete="given-name" />}
        </Field>
        <Field label="Last name" error={errors.lastName}>
          {(aria) => <Input {...aria} {...controls.lastName} autoComplete="family-name" />}
        </Field>
        <Field label="Email" error={errors.email}>
          {(aria) => (
            <EmailInput
              {...aria}
              {...controls.email}

              autoComplete="email"
            />
          )}
        </Field>
        <Field label="Phone number" error={errors.phoneNumber}>
          {(aria) => (
            <Input
              {...aria}
              {...controls.phoneNumber}
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              placeholder="(555) 555-0123"
            />
          )}
        </Field>
        <Field label="Password" hint={passwordHint(password)} error={errors.password}>
          {(aria) => <PasswordInput {...aria} {...controls.password} autoComplete="new-password" />}
        </Field>
        <Field label="Confirm password" hint="The same once more." error={errors.confirmPassword}>
          {(aria) => (
            <PasswordInput {...aria} {...controls.confirmPassword} autoComplete="new-password" />
          )}
        </Field>
      </div>
      <Checkbox
        {...controls.agreeToTerms}
        error={errors.agreeToTerms}
        label={
          <>
            I agree to the{' '}
            <a className="link" href={paths.terms} target="_blank" rel="noopener">
              Terms of Use
            </a>{' '}
            and the{' '}
            <a className="link" href={paths.privacy} target="_blank" rel="noopener">
              Privacy Policy
            </a>
            .
          </>
        }
      />
      <Checkbox
        {...controls.contactConsent}
        label="You may contact me about my application by phone call, text message and email (optional)."
        hint="Calls may be recorded. Consent is not required to apply: you can call us instead. Message and data rates may apply; reply STOP at any time."
      />
    </>
  )
}
