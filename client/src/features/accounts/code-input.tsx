import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { TextField, type FieldBinding } from '@/ui/form-fields'
import { Input } from '@/ui/input'

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
> & { className?: string }

/** Asks whoever has a second factor for a code of it. */
export function CodeField<V extends FieldValues, O>(props: CodeFieldProps<V, O>) {
  return (
    <TextField
      {...props}
      as={CodeInput}
      label="Authentication code"
      hint="Enter the code from your authenticator app, or a recovery code."
    />
  )
}
