/** A short text that every tab of this browser reads and that outlives them. */
export function createSharedText(key: string) {
  // For this tab alone, where the browser refuses to keep anything.
  let ownText: string | null = null
  const listeners = new Set<() => void>()

  function get(): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return ownText
    }
  }

  function set(text: string | null): void {
    ownText = text
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    } catch {
      // It is kept above.
    }
    for (const listener of listeners) listener()
  }

  /** Calls the listener after a change, here or in another tab, until what it returns is called. */
  function subscribe(listener: () => void): () => void {
    const handleStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) listener()
    }
    listeners.add(listener)
    window.addEventListener('storage', handleStorage)
    return () => {
      listeners.delete(listener)
      window.removeEventListener('storage', handleStorage)
    }
  }

  return { get, set, subscribe }
}
