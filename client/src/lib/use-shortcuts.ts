import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isStillOpening } from './later'
import { createSharedText } from './shared-text'

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

const stored = createSharedText('single-keys')

const toggle = (on: boolean) => stored.set(on ? null : 'off')

/**
 * Whether single keys act on a page, and how to change that in this browser: for people who use speech
 * input, each word would press a row of keys.
 */
export function useSingleKeys() {
  const enabled = useSyncExternalStore(stored.subscribe, () => stored.get() !== 'off')
  return [enabled, toggle] as const
}
