import type { ComponentProps } from 'react'
import { Button } from './button'

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'pending' | 'onClick'> & {
  /** The result of `useAction`. */
  action: { act: () => Promise<unknown>; isPending: boolean }
}

/** Does what the action says, and is pending meanwhile. */
export const ActionButton = ({ action, ...button }: ActionButtonProps) => (
  <Button {...button} pending={action.isPending} onClick={() => void action.act()} />
)
