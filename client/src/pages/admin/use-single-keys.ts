import { useState } from 'react'

const storageKey = 'single-keys'

/**
 * Whether single keys act on a page, and how to change that in this browser: for those who speak to
 * it, each word would be a row of keys.
 */
export function useSingleKeys() {
  const [enabled, setEnabled] = useState(() => localStorage.getItem(storageKey) !== 'off')

  function toggle(on: boolean) {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
    setEnabled(on)
  }

  return [enabled, toggle] as const
}
