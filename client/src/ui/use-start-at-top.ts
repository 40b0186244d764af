import { useLayoutEffect, useRef, type RefObject } from 'react'

/** Scrolls back to the start whenever something else is shown. */
export function useStartAtTop(scroller: RefObject<HTMLElement | null>, shown: unknown): void {
  const last = useRef(shown)
  useLayoutEffect(() => {
    if (last.current === shown) return
    last.current = shown
    scroller.current?.scrollTo({ top: 0, left: 0 })
  })
}
