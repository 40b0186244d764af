import { useSyncExternalStore } from 'react'

interface Readable<Value> {
  get: () => Value
  subscribe: (listener: () => void) => () => void
}

const resets: (() => void)[] = []

/** A value outside of React that parts of the page share. */
export function createStore<Value>(initial: Value) {
  const listeners = new Set<() => void>()
  let value = initial
  function set(next: Value): void {
    value = next
    for (const listener of listeners) listener()
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  resets.push(() => set(initial))
  return { get: () => value, set, subscribe, isWatched: () => listeners.size > 0 }
}

export const useStore = <Value>({ get, subscribe }: Readable<Value>): Value =>
  useSyncExternalStore(subscribe, get)

/** For tests, each of which begins like a page that has just been loaded. */
export const resetStores = (): void => resets.forEach((reset) => reset())

/** A short text that every tab of this browser reads and that outlives them. */
export function createSharedText(key: string) {
  // For this tab alone, where the browser refuses to keep anything.
  const own = createStore<string | null>(null)

  function get(): string | null {
    try {
      return localStorage.getItem(key)
    } catch {
      return own.get()
    }
  }

  function set(text: string | null): void {
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
    } catch {
      // It is kept below.
    }
    own.set(text)
  }

  /** Calls the listener after a change, here or in another tab, until what it returns is called. */
  function subscribe(listener: () => void): () => void {
    const handleStorage = (event: StorageEvent) => {
      if (event.key === key || event.key === null) listener()
    }
    const stop = own.subscribe(listener)
    window.addEventListener('storage', handleStorage)
    return () => {
      stop()
      window.removeEventListener('storage', handleStorage)
    }
  }

  return { get, set, subscribe }
}
