import { useEffect, useEffectEvent } from 'react'
import { isStillOpening } from './later'

/**
 * Single keys that act on the whole page; never while someone types, holds a modifier or has just opened
 * a form that is still on its way, and once each time a key is pressed: held down, 'approve' would run through the
 * list. Keys that only scroll may repeat.
 */
export function useShortcuts(
  handlers: Record<string, () => void>,
  { repeats = false }: { repeats?: boolean } = {},
): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    if (event.repeat && !repeats) return
    if (isStillOpening() && event.key !== 'Escape') return
    if (event.target instanceof Element && event.target.closest(typing)) return
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
    const act = handlers[key]
    if (!act) return
    event.preventDefault()
    act()
  })

  useEffect(() => {
    document.addEventListener('keydown', handle)
    return () => document.removeEventListener('keydown', handle)
  }, [])
}

// A dropdown takes letters too: they choose an option. A checkbox takes none.
const typing = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
