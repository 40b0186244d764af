import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from './store'

interface PageAction {
  label: string
  /** The subject, such as `user:12`: offered with that, and not by itself. */
  about?: string | undefined
  act: () => void
}

const offered = createStore<readonly PageAction[]>([])

/** Offers what a page can do to whatever lists it, for as long as the page is shown; nothing without a label. */
export function usePageAction(label: string | null, act: () => void, about?: string): void {
  const run = useEffectEvent(act)

  useEffect(() => {
    if (label === null) return undefined
    const action = { label, about, act: () => run() }
    offered.set([...offered.get(), action])
    return () => offered.set(offered.get().filter((one) => one !== action))
  }, [label, about])
}

/** The actions that the shown page offers. */
export const usePageActions = () => useStore(offered)
