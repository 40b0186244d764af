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
