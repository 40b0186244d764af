import { createElement, lazy, useEffect, useState, type ComponentType } from 'react'
import { sessionHint, watchSessionHint } from './session-hint'
import { loadIfPossible, whenIdle } from './reload-when-stale'

/** Loads a module that exports one component and nothing else. */
type Load<Props> = () => Promise<Record<string, ComponentType<Props>>>

async function loadComponent<Props>(load: Load<Props>): Promise<ComponentType<Props>> {
  const [component, ...others] = Object.values(await load())
  if (!component || others.length > 0) throw new Error('The module must export one component.')
  return component
}

/** A page, or a part without which there is no page: React suspends until it is there, and throws without it. */
export const lazyPage = <Props>(load: Load<Props>) =>
  lazy(async () => ({ default: await loadComponent(load) }))

const allParts: (() => Promise<void>)[] = []

/**
 * A part in a chunk of its own, which is fetched once the page is idle, so that it is there when someone opens it;
 * ahead of that only for someone who is logged in: visitors read. Until then `Fallback` takes the place of a part of
 * the page. A part without one is a form that someone opened: no key acts while it loads.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Fallback: ComponentType | null = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | null = null
  const prepare = async (): Promise<void> => {
    loaded = await loadComponent(load)
  }
  allParts.push(prepare)
  onceLoggedIn(() => whenIdle(() => void loadIfPossible(prepare)))

  return function LazyPart(props) {
    const [Loaded, setLoaded] = useState(() => loaded)
    useEffect(() => {
      if (Loaded) return undefined
      const opened = Fallback ? () => undefined : countLoadingForm()
      // The browser tells a person who reloads a stale page the cause.
      prepare().then(() => setLoaded(() => loaded), opened)
      return opened
    }, [Loaded])
    if (Loaded) return createElement(Loaded, props)
    return Fallback && createElement(Fallback)
  }
}

function onceLoggedIn(work: () => void): void {
  if (sessionHint()) {
    work()
    return
  }
  const stop = watchSessionHint(() => {
    if (!sessionHint()) return
    stop()
    work()
  })
}

/** For tests, which do not wait until the page is idle. */
export const loadAllParts = async (): Promise<void> => {
  await Promise.all(allParts.map((prepare) => prepare()))
}

let loadingForms = 0

/** Whether a form was opened that is still loading: whoever types now means the form. */
export const isFormLoading = (): boolean => loadingForms > 0

/** Counts a form that was opened and is not there yet, for as long as that holds. */
export function useFormLoading(isLoading: boolean): void {
  useEffect(() => (isLoading ? countLoadingForm() : undefined), [isLoading])
}

function countLoadingForm(): () => void {
  loadingForms += 1
  let isLoading = true
  return () => {
    if (isLoading) loadingForms -= 1
    isLoading = false
  }
}
