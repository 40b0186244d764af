import type * as stuckParts from './stuck-parts'

/** Watches a part once the page is drawn, for as long as there is the part. */
function watch(
  part: HTMLElement | null,
  start: (parts: typeof stuckParts, part: HTMLElement) => () => void,
): () => void {
  const controller = new AbortController()
  import('./stuck-parts').then(
    (parts) =>
      part && !controller.signal.aborted && keepUntil(controller.signal, start(parts, part)),
    // Offline, browsers scroll as they do.
    () => undefined,
  )
  return () => controller.abort()
}

const keepUntil = (end: AbortSignal, stop: () => void) => end.addEventListener('abort', stop)

/**
 * The ref of anything that is `sticky` to the top of its scroller, or `fixed` at the bottom of the window: what has the
 * focus is scrolled clear of it.
 */
export const keepClear = (part: HTMLElement | null): (() => void) =>
  watch(part, ({ watchStuck }, stuck) => watchStuck(stuck))

/** Toasts never cover what has the focus. */
export const keepAside = (toasts: HTMLElement | null): (() => void) =>
  watch(toasts, ({ giveWay }, viewport) => giveWay(viewport))
