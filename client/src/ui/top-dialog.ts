import { useSyncExternalStore } from 'react'

let open: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

function publish(next: HTMLDialogElement[]) {
  open = next
  for (const listener of listeners) listener()
}

/** Announces a modal dialog about to open; the returned function takes it back. */
export function registerDialog(dialog: HTMLDialogElement) {
  if (open.length === 0) {
    const page = document.documentElement
    const width = window.innerWidth - page.clientWidth
    page.style.setProperty('--scrollbar-width', `${width}px`)
  }
  publish([...open, dialog])
  return () => publish(open.filter((other) => other !== dialog))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/**
 * The uppermost modal dialog. All outside it is inert and painted below, so overlays such as
 * toasts and tooltips have to be rendered inside it.
 */
export function useTopDialog(): HTMLDialogElement | null {
  return useSyncExternalStore(subscribe, () => open.at(-1) ?? null)
}
