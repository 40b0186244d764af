import { createElement, useEffect, useSyncExternalStore, type ComponentType } from 'react'
import { knownSession, watchKnownSession } from './known-session'
import { loadIfPossible, whenIdle } from './reload-when-stale'
import { countAsOpening } from './still-opening'

const all: (() => Promise<void>)[] = []

/**
 * A component in a chunk of its own: the page is drawn without it, and asks for it as soon as it is idle, so
 * that it is there by the time someone opens it. Ahead of that it comes only for someone who is logged in: visitors
 * read. For a quicker person, `Fallback` is shown in place of a part
 * of the page; without it, it is a form that someone opened.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Fallback: ComponentType | null = null,
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
  onceLoggedIn(() => whenIdle(() => void loadIfPossible(prepare)))

  return function Later(props) {
    const Loaded = useSyncExternalStore(subscribe, () => loaded)
    useEffect(() => {
      if (Loaded) return undefined
      const opened = Fallback ? () => undefined : countAsOpening()
      // The browser tells a person who reloads a stale page what is wrong.
      prepare().catch(opened)
      return opened
    }, [Loaded])
    if (Loaded) return createElement(Loaded, props)
    return Fallback && createElement(Fallback)
  }
}

function onceLoggedIn(work: () => void): void {
  if (knownSession()) {
    work()
    return
  }
  const stop = watchKnownSession(() => {
    if (!knownSession()) return
    stop()
    work()
  })
}

/** For callers that cannot wait until the page is idle. */
export const loadAllNow = async (): Promise<void> => {
  await Promise.all(all.map((prepare) => prepare()))
}
