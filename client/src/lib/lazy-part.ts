import {
  type ComponentType,
  createElement,
  type FunctionComponent,
  lazy,
  useEffect,
  useState,
} from 'react'
import { sessionHint, watchSessionHint } from './session-hint'
import { keepTabText, readTabText } from './tab-storage'

/** Loads a component by its name: a file of the build may export more than its module does. */
type Load<Props> = () => Promise<ComponentType<Props>>

/** A page, or a part without which there is no page: React suspends until it is there, and throws without it. */
export const lazyPage = <Props>(load: Load<Props>) => lazy(async () => ({ default: await load() }))

interface LazyPart<Props> extends FunctionComponent<Props> {
  /** Whether it can be drawn at once, or isn't needed: for a page that is drawn when all of it is there. */
  useIsHere: (isNeeded: boolean) => boolean
}

const allParts: (() => Promise<void>)[] = []

/**
 * A part in a chunk of its own, which is fetched once the page is idle, so that it is there when someone opens it;
 * ahead of that only for someone who is logged in: visitors read. Until then `Fallback` takes the place of a part of
 * the page. A part without one is a form that someone opened: no key acts while it loads.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  Fallback: ComponentType | null = null,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | null = null
  const prepare = async (): Promise<void> => {
    loaded = await load()
  }
  allParts.push(prepare)
  // The build, which draws what pages open with, has no browser.
  if (!import.meta.env.SSR) onceLoggedIn(() => whenIdle(() => void loadIfPossible(prepare)))

  function Part(props: Props) {
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

  return Object.assign(Part, {
    useIsHere(isNeeded: boolean): boolean {
      const [isHere, setIsHere] = useState(() => loaded !== null)
      useEffect(() => {
        // A part that can't be loaded leaves its own place empty, and no more.
        const goOn = () => setIsHere(true)
        if (isNeeded && !isHere) prepare().then(goOn, goOn)
      }, [isNeeded, isHere])
      return isHere || !isNeeded
    },
  })
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

const storageKey = 'reloaded-at'
const once = 10_000
let optionalLoads = 0

/**
 * A deployment replaces the files that an open page would load next. The page is then loaded again, if the server can
 * be reached: with a connection that leads nowhere, a browser that counts as online would end at its own error page.
 * If that does not help within 10 s, the failure is shown.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', () => {
    if (optionalLoads === 0 && !hasJustReloaded()) void reloadIfReachable()
  })
}

const hasJustReloaded = () => Date.now() - Number(readTabText(storageKey)) < once

/** False where that can't be noted: the page would be loaded again without end. */
const noteReload = () => !hasJustReloaded() && keepTabText(storageKey, String(Date.now()))

async function reloadIfReachable(): Promise<void> {
  const asked = { method: 'HEAD', cache: 'no-store' } as const
  const answer = await fetch(window.location.pathname, asked).catch(() => null)
  if (answer?.ok && noteReload()) window.location.reload()
}

/** For what a page can do without: null when it fails, and nothing typed is lost to a reload. */
export async function loadIfPossible<Module>(load: () => Promise<Module>): Promise<Module | null> {
  optionalLoads += 1
  try {
    return await load()
  } catch {
    return null
  } finally {
    optionalLoads -= 1
  }
}

// Safari has no requestIdleCallback.
export const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? window.requestIdleCallback(work) : setTimeout(work, 200)

/** Waits until the page that was rendered is on the screen; in the background, where it is painted later, for nothing. */
export const nextPaint = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })
