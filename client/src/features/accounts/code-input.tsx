import type { ComponentProps } from 'react'
import { Field } from '@/ui/field'
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

interface CodeFieldProps {
  field: object
  error: string | undefined
  className?: string
}

/** Asks whoever has a second factor for a code of it. `field` is what the form registers. */
export function CodeField({ field, ...rest }: CodeFieldProps) {
  return (
    <Field
      label="Authentication code"
      hint="Enter the code from your authenticator app, or a recovery code."
      {...rest}
    >
      {(aria) => <CodeInput {...aria} {...field} />}
    </Field>
  )
}
