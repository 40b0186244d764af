import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Whether an element's content outgrows it, so that it scrolls and has to be focusable. */
export function useOverflow(ref: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)

  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(() =>
      setOverflows(
        element.scrollWidth > element.clientWidth + 1 ||
          element.scrollHeight > element.clientHeight + 1,
      ),
    )
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
  }, [ref])

  return overflows
}

/** Scrolls back to the start whenever something else is shown. */
export function useStartAtTop(scroller: RefObject<HTMLElement | null>, shown: unknown): void {
  const last = useRef(shown)
  useLayoutEffect(() => {
    if (last.current === shown) return
    last.current = shown
    scroller.current?.scrollTo({ top: 0, left: 0 })
  })
}
