import { useMemo, useState, useEffect } from 'react'
import { useController, type FieldValues } from 'react-hook-form'
import {
  newPassword,
  passwordAdvisedLength,
  passwordMinLength,
  passwordTooCommon,
} from '@shared/accounts'
import type { PasswordOwner } from '@shared/password-verdict'
import { normalizePassword } from '@shared/text'
import { z } from '@shared/zod'
import { loadIfPossible } from '@/lib/lazy-part'
import { Field } from '@/ui/field'
import { PasswordField, type FieldBinding } from '@/ui/form-fields'
import { PasswordInput } from '@/ui/input'

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
  /** The name on the page, if it differs from the form's. */
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
          label={label}
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
      fill="new-password"
    />
  )
}

type IsCommonPassword = (password: string, owner: PasswordOwner) => boolean

/** 200 kB that only people who choose a password need. Null while it cannot be loaded. */
async function loadIsCommonPassword(): Promise<IsCommonPassword | null> {
  const module = await loadIfPossible(() => import('@shared/password-verdict'))
  return module?.isCommonPassword ?? null
}

function useIsCommonPassword(isNeeded: boolean): IsCommonPassword | null {
  const [isCommonPassword, setIsCommonPassword] = useState<IsCommonPassword | null>(null)
  useEffect(() => {
    if (!isNeeded) return undefined
    let isGone = false
    const show = async () => {
      const loaded = await loadIsCommonPassword()
      if (!isGone) setIsCommonPassword(() => loaded)
    }
    void show()
    return () => {
      isGone = true
    }
  }, [isNeeded])
  return isCommonPassword
}

const typedOwner = z.object({
  email: z.string().catch(''),
  firstName: z.string().catch(''),
  lastName: z.string().catch(''),
})

/**
 * What a form's schema is refined with, so that it says at the password what the server would say. The
 * owner is who the form itself is about, unless one is given. Where the list cannot be loaded, only the server speaks.
 */
export function notCommon(field: string, owner?: PasswordOwner) {
  const isNotCommon = async (values: object): Promise<boolean> => {
    const password = newPassword.safeParse(Reflect.get(values, field))
    if (!password.success) return true
    const isCommonPassword = await loadIsCommonPassword()
    return !isCommonPassword?.(password.data, owner ?? typedOwner.parse(values))
  }
  const typedPassword = z.looseObject({ [field]: z.string() })
  const path: PropertyKey[] = [field]
  // Said together with the other problems, not only when everything else is right.
  const when = ({ value }: { value: unknown }) => typedPassword.safeParse(value).success
  return [isNotCommon, { error: passwordTooCommon, path, when }] as const
}

/** Refinement of a form's schema: `confirmPassword` repeats the password. */
export function repeatsPassword(field: string) {
  const typed = z.looseObject({ [field]: z.string().min(1), confirmPassword: z.string() })
  const isRepeated = (values: object) => {
    const typedAs = (name: string) => normalizePassword(String(Reflect.get(values, name)))
    return typedAs(field) === typedAs('confirmPassword')
  }
  const path: PropertyKey[] = ['confirmPassword']
  // Said together with the other problems, not only when everything else is right.
  const when = ({ value }: { value: unknown }) => typed.safeParse(value).success
  return [isRepeated, { error: "Passwords don't match", path, when }] as const
}
