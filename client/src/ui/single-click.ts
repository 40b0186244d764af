import type { MouseEvent } from 'react'

/**
 * For buttons that move or go away once pressed: the second click of a double click would meet what
 * comes in their place. Keys count as single clicks.
 */
export const onSingleClick = (act: () => void) => (event: MouseEvent) => {
  if (event.detail < 2) act()
}
