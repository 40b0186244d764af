import { useMemo, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import type { PasswordOwner } from '@shared/password-verdict'
import { Field } from '@/ui/field'
import { PasswordInput } from '@/ui/input'
import { nobody, passwordHint } from './password-hint'
import { usePasswordJudge } from './password-judge'

interface NewPasswordFieldProps {
  label: string
  control: UseFormRegisterReturn
  password: string
  /** Null where the page does not know. */
  owner: PasswordOwner | null
  minLength?: number
  error: string | undefined
}

/** A new password, with what the server will say of it. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label, control, password, owner, minLength, error } = props
  const [hasFocused, setHasFocused] = useState(false)
  const judge = usePasswordJudge(hasFocused || password !== '')
  const isKnown = owner !== null
  const { email, firstName, lastName } = owner ?? nobody
  // The owner is a new object after every key pressed anywhere in the form.
  const hint = useMemo(() => {
    const known = isKnown ? { email, firstName, lastName } : null
    return passwordHint({ password, owner: known, judge, minLength })
  }, [password, isKnown, email, firstName, lastName, judge, minLength])

  return (
    <Field label={label} hint={hint === error ? undefined : hint} error={error}>
      {(aria) => (
        <PasswordInput
          {...aria}
          {...control}
          onFocus={() => setHasFocused(true)}
          autoComplete="new-password"
        />
      )}
    </Field>
  )
}
