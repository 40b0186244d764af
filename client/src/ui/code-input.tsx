import type { ComponentProps } from 'react'
import { useFormState, type FieldValues } from 'react-hook-form'
import { TextField, type FieldBinding } from './form-fields'
import { Input } from './input'

/**
 * For a code of an authenticator app, or a recovery code, whose letters a number pad does not have:
 * ask for one with `inputMode` only where no recovery code fits.
 */
export function CodeInput(props: ComponentProps<'input'>) {
  return (
    <Input
      inputMode="text"
      {...props}
      autoComplete="one-time-code"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="figures"
    />
  )
}

type CodeFieldProps<Values extends FieldValues, Output> = FieldBinding<
  Values,
  Output,
  string | undefined
> & {
  /** Whether two-step login is on, as far as the page knows. */
  isAsked: boolean
  className?: string
}

/** Asks people with a second factor for a code; the server may know of one that the page does not. */
export function CodeField<V extends FieldValues, O>({ isAsked, ...props }: CodeFieldProps<V, O>) {
  const { control, name } = props
  const state = useFormState({ control, name })
  if (!isAsked && !control.getFieldState(name, state).invalid) return null
  return (
    <TextField
      {...props}
      as={CodeInput}
      label="Authentication code"
      hint="Enter the code from your authenticator app, or a recovery code."
    />
  )
}
