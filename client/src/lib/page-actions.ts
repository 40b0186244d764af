import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

export interface PageAction {
  label: string
  /** What it acts on, such as `user:12`: offered with that, and not by itself. */
  about?: string | undefined
  act: () => void
}

let offered: readonly PageAction[] = []
const listeners = new Set<() => void>()

function publish(next: readonly PageAction[]) {
  offered = next
  for (const listener of listeners) listener()
}

/** Offers what a page can do to whatever lists it, for as long as the page is shown; nothing without a label. */
export function usePageAction(label: string | null, act: () => void, about?: string): void {
  const run = useEffectEvent(act)

  useEffect(() => {
    if (label === null) return undefined
    const action = { label, about, act: () => run() }
    publish([...offered, action])
    return () => publish(offered.filter((one) => one !== action))
  }, [label, about])
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What the page that is shown offers to do. */
export const usePageActions = (): readonly PageAction[] =>
  useSyncExternalStore(subscribe, () => offered)
