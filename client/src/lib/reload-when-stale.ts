const storageKey = 'reloaded-at'
const once = 10_000

/**
 * A deployment replaces the files that an open page would load next. The page is then loaded anew; if
 * that does not help within 10 s, the failure is shown. Without a connection, too: there would be
 * nothing to load.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return
    const last = Number(sessionStorage.getItem(storageKey))
    if (Date.now() - last < once) return
    event.preventDefault()
    sessionStorage.setItem(storageKey, String(Date.now()))
    window.location.reload()
  })
}
