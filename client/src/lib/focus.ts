import type * as focusKeeper from './focus-keeper'

/** Null until the page is drawn: the first paint doesn't wait for it. */
let keeper: typeof focusKeeper | null = null

/** Keeps the focus for all of the app, as `focus-keeper.ts` has it. Offline, browsers do what they do. */
export function keepFocus(): () => void {
  const started = import('./focus-keeper').then(
    (loaded) => {
      keeper = loaded
      return loaded.keepFocus()
    },
    () => () => undefined,
  )
  return () => void started.then((end) => end())
}

/** Whether something was pressed on the page that is shown: what appears from then on is news. */
export const wasPressedHere = (): boolean => keeper?.wasPressedHere() ?? false

/** For whoever leaves a toast. */
export const returnFocus = (): void => keeper?.returnFocus()

/** Remembers what has the focus; the function that is returned gives it back, to what is left of its place where it is gone. */
export function rememberFocus(): () => void {
  if (keeper) return keeper.rememberFocus()
  const { activeElement } = document
  return () => {
    if (activeElement instanceof HTMLElement) activeElement.focus()
  }
}
