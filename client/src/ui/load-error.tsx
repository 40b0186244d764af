import type { ReactNode } from 'react'
import { Button } from './button'
import { Notice } from './notice'

interface LoadErrorProps {
  /** 'The users', 'Your documents'. */
  what: string
  onRetry: () => unknown
  /** Instead of the usual reassurance. */
  children?: ReactNode
}

/** Shown in place of something that could not be loaded. */
export function LoadError({ what, onRetry, children }: LoadErrorProps) {
  return (
    <Notice
      tone="danger"
      title={`${what} could not be loaded`}
      actions={<Button onClick={() => void onRetry()}>Try Again</Button>}
    >
      {children ?? 'Please check your connection. Nothing is lost.'}
    </Notice>
  )
}
