import { pages } from '@shared/pages'
import { isShown } from './is-shown'
import { loadIfPossible } from './lazy-part'
import type * as focusKeeper from './focus-keeper'

/** Null until the page is drawn: the first paint doesn't wait for it. */
let keeper: typeof focusKeeper | null = null

let pressedOn: string | null = null

/**
 * Keeps the focus for all of the app, as `focus-keeper.ts` has it, once the page is drawn. When it can't be
 * loaded, the next act loads it.
 */
export function keepFocus(load = () => import('./focus-keeper')): () => void {
  const controller = new AbortController()
  const { signal } = controller
  const listen = (event: string, listener: (event: Event) => void) =>
    document.addEventListener(event, listener, { capture: true, signal })
  listen('click', ({ target }) => {
    pressedOn = window.location.pathname
    // The browser itself takes the focus along to an anchor that can have it.
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="#"]')
    const anchor = link && document.getElementById(link.hash.slice(1))
    if (anchor && anchor.tabIndex < 0) anchor.tabIndex = -1
  })
  const start = untilDone(async () => {
    keeper = await loadIfPossible(load)
    if (keeper && !signal.aborted) signal.addEventListener('abort', keeper.keepFocus())
    return keeper !== null
  })
  for (const event of ['focusin', 'keydown', 'pointermove', 'pointerdown']) listen(event, start)
  // On the landing page nothing goes away, and what it weighs counts most.
  if (window.location.pathname !== pages.home) start()
  return () => controller.abort()
}

/** Does something until it succeeds, and not twice at the same time. */
function untilDone(act: () => Promise<boolean>): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    void act().then((isSuccess) => (isDone = isSuccess))
  }
}

/** Whether something was pressed on the page that is shown: what appears from then on is news. */
export const wasPressedHere = (): boolean => pressedOn === window.location.pathname

/** For whoever leaves a toast. */
export const returnFocus = (): void => keeper?.returnFocus()

/** Remembers what has the focus; the function that is returned gives it back, to what is left of its place where it is gone. */
export function rememberFocus(): () => void {
  if (keeper) return keeper.rememberFocus()
  const { activeElement } = document
  return () =>
    activeElement instanceof HTMLElement && isShown(activeElement) && activeElement.focus()
}
