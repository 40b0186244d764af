import { useSyncExternalStore } from 'react'
import { createSharedText } from '@/lib/shared-text'

const stored = createSharedText('single-keys')

const toggle = (on: boolean) => stored.set(on ? null : 'off')

/**
 * Whether single keys act on a page, and how to change that in this browser: for those who speak to
 * it, each word would be a row of keys.
 */
export function useSingleKeys() {
  const enabled = useSyncExternalStore(stored.subscribe, () => stored.get() !== 'off')
  return [enabled, toggle] as const
}
