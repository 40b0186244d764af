/**
 * The ref of anything that is `sticky` to the top of its scroller, or `fixed` at the bottom of the window: what has the
 * focus is scrolled clear of it, once the page is drawn.
 */
export function keepClear(part: HTMLElement | null): () => void {
  const controller = new AbortController()
  import('./stuck-parts').then(
    ({ watchStuck }) => part && watchStuck(part, controller.signal),
    // Offline, browsers scroll as they do.
    () => undefined,
  )
  return () => controller.abort()
}
