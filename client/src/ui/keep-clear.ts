import { loadIfPossible } from '@/lib/lazy-part'

/**
 * The ref of anything that is `sticky` to the top of its scroller, or `fixed` at the bottom of the window: what has the
 * focus is scrolled clear of it, once the page is drawn.
 */
export function keepClear(part: HTMLElement | null): () => void {
  const controller = new AbortController()
  // Without it, browsers scroll as they do.
  void loadIfPossible(() => import('./stuck-parts')).then(
    (loaded) => part && loaded?.watchStuck(part, controller.signal),
  )
  return () => controller.abort()
}
