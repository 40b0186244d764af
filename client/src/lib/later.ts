import { createElement, useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { loadIfPossible } from './reload-when-stale'

const all: (() => Promise<void>)[] = []
let opening = 0

/** Whether something was opened whose chunk is still on its way: what is typed now is meant for it. */
export const isStillOpening = (): boolean => opening > 0

/**
 * A component in a chunk of its own: the page is drawn without it, and asks for it as soon as it is idle, so
 * that it is there by the time someone opens it. `Meanwhile` stands in its place for whoever is quicker.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Meanwhile: ComponentType | null = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  async function prepare(): Promise<void> {
    const component = await load()
    loaded = component
    for (const listener of listeners) listener()
  }

  all.push(prepare)
  whenIdle(() => void loadIfPossible(prepare))

  return function Later(props) {
    const Loaded = useSyncExternalStore(subscribe, () => loaded)
    useEffect(() => {
      if (Loaded) return undefined
      opening += 1
      // What is wrong with it, whoever reloads a stale page is told by the browser.
      prepare().catch(() => undefined)
      return () => {
        opening -= 1
      }
    }, [Loaded])
    if (Loaded) return createElement(Loaded, props)
    return Meanwhile && createElement(Meanwhile)
  }
}

// Safari has no requestIdleCallback.
const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 200)

/** For whoever cannot wait until the page is idle. */
export const loadAllNow = async (): Promise<void> => {
  await Promise.all(all.map((prepare) => prepare()))
}
