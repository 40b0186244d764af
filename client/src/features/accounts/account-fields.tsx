import type { UseFormRegisterReturn } from 'react-hook-form'
import type { PasswordOwner } from '@shared/password-verdict'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { EmailInput, Input, PasswordInput } from '@/ui/input'
import { paths } from '@/lib/paths'
import { NewPasswordField } from './new-password-field'

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
  /** What is typed so far, for the verdict on the password. */
  typed: PasswordOwner & { password: string }
}

/** The fields that make an account, the same for both ways of applying. */
export function AccountFields({ register, errors, typed }: AccountFieldsProps) {
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
        <NewPasswordField
          label="Password"
          control={controls.password}
          password={typed.password}
          owner={typed}
          error={errors.password}
        />
        <Field
          label="Confirm password"
          hint="Enter the same password again."
          error={errors.confirmPassword}
        >
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
