import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'

export interface PageAction {
  label: string
  act: () => void
}

let offered: readonly PageAction[] = []
const listeners = new Set<() => void>()

function publish(next: readonly PageAction[]) {
  offered = next
  for (const listener of listeners) listener()
}

/** Offers what a page can do to whatever lists it, for as long as the page is shown. */
export function usePageAction(label: string, act: () => void): void {
  const run = useEffectEvent(act)

  useEffect(() => {
    const action = { label, act: () => run() }
    publish([...offered, action])
    return () => publish(offered.filter((one) => one !== action))
  }, [label])
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
