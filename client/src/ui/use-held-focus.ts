import { useEffect, useRef, type RefObject } from 'react'

type FindPlace = () => HTMLElement | null | undefined

interface Holder {
  container: HTMLElement
  restore: () => void
}

const holders = new Set<Holder>()

/** The page changes by whatever part of it is rendered, not only by the one that holds the focus. */
const changes = new MutationObserver(() => {
  if (document.activeElement !== document.body) return
  // What is inside another one comes after it in the page, and first here.
  const [...all] = holders
  for (const { restore } of all.toSorted(({ container: a }, { container: b }) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1,
  ))
    restore()
})

function watch(holder: Holder): () => void {
  const observed = { childList: true, subtree: true, attributeFilter: ['disabled'] }
  if (holders.size === 0) changes.observe(document.body, observed)
  holders.add(holder)
  return () => {
    holders.delete(holder)
    if (holders.size === 0) changes.disconnect()
  }
}

/**
 * When a change takes the focused control of a container away, focus goes to the place that
 * `placeFor` found for it, instead of to the top of the page. A control that was only disabled for a
 * while gets its focus back.
 */
export function useHeldFocus(
  container: RefObject<HTMLElement | null>,
  placeFor: (control: HTMLElement) => FindPlace,
): void {
  const focused = useRef<{ control: HTMLElement; findPlace: FindPlace } | null>(null)

  useEffect(() => {
    function hold({ target }: FocusEvent) {
      // A dialog that a control opened gives the focus back.
      if (isInAnotherDialog(target, container.current)) return
      const isInside = target instanceof HTMLElement && container.current?.contains(target)
      focused.current = isInside ? { control: target, findPlace: placeFor(target) } : null
    }
    function release({ target }: PointerEvent) {
      const isHeld = target instanceof Node && focused.current?.control.contains(target)
      if (!isHeld) focused.current = null
    }
    function restore() {
      if (!focused.current || document.activeElement !== document.body) return
      const { control, findPlace } = focused.current
      if (!control.isConnected) findPlace()?.focus()
      else if (!control.matches(':disabled')) control.focus()
    }
    document.addEventListener('focusin', hold)
    document.addEventListener('pointerdown', release)
    restore()
    const unwatch = container.current && watch({ container: container.current, restore })
    return () => {
      document.removeEventListener('focusin', hold)
      document.removeEventListener('pointerdown', release)
      unwatch?.()
    }
  })
}

const isInAnotherDialog = (target: EventTarget | null, container: HTMLElement | null) =>
  target instanceof Element &&
  Boolean(target.closest('dialog')) &&
  target.closest('dialog') !== container?.closest('dialog')
