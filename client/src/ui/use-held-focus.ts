import { useEffect, useRef, type RefObject } from 'react'

type FindPlace = () => HTMLElement | null | undefined

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
    document.addEventListener('focusin', hold)
    document.addEventListener('pointerdown', release)
    return () => {
      document.removeEventListener('focusin', hold)
      document.removeEventListener('pointerdown', release)
    }
  })

  useEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    const { control, findPlace } = focused.current
    if (!control.isConnected) findPlace()?.focus()
    else if (!control.matches(':disabled')) control.focus()
  })
}

const isInAnotherDialog = (target: EventTarget | null, container: HTMLElement | null) =>
  target instanceof Element &&
  Boolean(target.closest('dialog')) &&
  target.closest('dialog') !== container?.closest('dialog')
