import { useMemo, useState } from 'react'
import { useController, type FieldValues } from 'react-hook-form'
import {
  newPassword,
  passwordAdvisedLength,
  passwordMinLength,
  passwordTooCommon,
} from '@shared/accounts'
import type { PasswordOwner } from '@shared/password-verdict'
import { normalizePassword } from '@shared/text'
import { Field } from '@/ui/field'
import { PasswordField, type FieldBinding } from '@/ui/form-fields'
import { PasswordInput } from '@/ui/input'
import { useIsCommonPassword, type IsCommonPassword } from './common-passwords'

// As short as what follows it, so that nothing below moves under a thumb.
const advice = `${passwordAdvisedLength} or more characters are safer.`

/**
 * The hint under a new password: what submitting it would say. Nothing is called strong enough before the list of
 * common passwords is loaded, nor where the page does not know whose password it is.
 */
export function passwordHint(input: {
  password: string
  owner: PasswordOwner | null
  isCommonPassword: IsCommonPassword | null
  minLength?: number
}): string {
  const { owner, isCommonPassword, minLength = passwordMinLength } = input
  const password = normalizePassword(input.password)
  if (password.length < minLength) return `At least ${minLength} characters.`
  const problem = newPassword.safeParse(password).error?.issues[0]?.message
  if (problem) return problem
  if (isCommonPassword?.(password, owner ?? nobody)) return passwordTooCommon
  if (!isCommonPassword || !owner) return advice
  return password.length < passwordAdvisedLength ? `Strong enough. ${advice}` : 'Strong enough.'
}

export const nobody: PasswordOwner = { email: '', firstName: '', lastName: '' }

interface NewPasswordFieldProps<Values extends FieldValues, Output> extends FieldBinding<
  Values,
  Output,
  string
> {
  label: string
  owner: PasswordOwner | null
  minLength?: number
  /** Where the page calls it differently from the form does. */
  htmlName?: string | undefined
}

export function NewPasswordField<Values extends FieldValues, Output>({
  control,
  name,
  label,
  owner,
  minLength,
  htmlName = name,
}: NewPasswordFieldProps<Values, Output>) {
  const { field, fieldState } = useController({ control, name })
  const [hasFocused, setHasFocused] = useState(false)
  const password: string = field.value
  const isCommonPassword = useIsCommonPassword(hasFocused || password !== '')
  const isKnown = owner !== null
  const { email, firstName, lastName } = owner ?? nobody
  // The owner is a new object after every key pressed anywhere in the form.
  const hint = useMemo(() => {
    const known = isKnown ? { email, firstName, lastName } : null
    return passwordHint({
      password,
      owner: known,
      isCommonPassword,
      ...(minLength && { minLength }),
    })
  }, [password, isKnown, email, firstName, lastName, isCommonPassword, minLength])
  const error = fieldState.error?.message

  return (
    <Field label={label} hint={hint === error ? undefined : hint} error={error}>
      {(aria) => (
        <PasswordInput
          {...aria}
          {...field}
          name={htmlName}
          onFocus={() => setHasFocused(true)}
          autoComplete="new-password"
        />
      )}
    </Field>
  )
}

export function ConfirmPasswordField<Values extends FieldValues, Output>({
  label = 'Confirm password',
  ...binding
}: FieldBinding<Values, Output, string | undefined> & { label?: string }) {
  return (
    <PasswordField
      {...binding}
      label={label}
      hint="Enter the same password again."
      autoComplete="new-password"
    />
  )
}
