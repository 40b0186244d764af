import type { ComponentProps } from 'react'
import { Input } from '@/ui/input'

/** For a code of an authenticator app: digits come first, but a recovery code fits too. */
export function CodeInput(props: ComponentProps<'input'>) {
  return (
    <Input
      {...props}
      autoComplete="one-time-code"
      inputMode="numeric"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      className="figures max-w-md"
    />
  )
}
