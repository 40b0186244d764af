import { keepTabText, readTabText } from './tab-storage'

const storageKey = 'reloaded-at'
const once = 10_000
let optionalLoads = 0

/**
 * A deployment replaces the files that an open page would load next. The page is then loaded again; if
 * that does not help within 10 s, the failure is shown. Without a connection, too: there would be
 * nothing to load.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine || optionalLoads > 0) return
    const now = Date.now()
    if (now - Number(readTabText(storageKey)) < once) return
    // Where that can't be noted, it would be loaded again without end.
    if (!keepTabText(storageKey, String(now))) return
    event.preventDefault()
    window.location.reload()
  })
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
