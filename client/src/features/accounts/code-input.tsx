import type { ComponentProps } from 'react'
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
      className="figures max-w-md"
    />
  )
}
