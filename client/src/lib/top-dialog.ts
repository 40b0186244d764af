import { createStore, useStore } from './store'

const openDialogs = createStore<readonly HTMLDialogElement[]>([])

/** Announces a modal dialog about to open; the returned function takes it back. */
export function registerDialog(dialog: HTMLDialogElement) {
  if (openDialogs.get().length === 0) {
    const page = document.documentElement
    const width = window.innerWidth - page.clientWidth
    page.style.setProperty('--scrollbar-width', `${width}px`)
  }
  openDialogs.set([...openDialogs.get(), dialog])
  return () => openDialogs.set(openDialogs.get().filter((other) => other !== dialog))
}

/**
 * The uppermost modal dialog. All outside it is inert and painted below, so overlays such as
 * toasts and tooltips have to be rendered inside it.
 */
export const useTopDialog = () => useStore(openDialogs).at(-1) ?? null

export const topDialog = () => openDialogs.get().at(-1) ?? null

/** Returns a function that tells whether a dialog that has opened since is uppermost. */
export function watchForDialog(): () => boolean {
  const before = openDialogs.get()
  return () => {
    const top = topDialog()
    return top !== null && !before.includes(top)
  }
}
