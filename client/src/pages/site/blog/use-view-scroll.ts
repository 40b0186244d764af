import { useEffect, useRef } from 'react'

/**
 * List and article share one path, so going from one to the other is no new page to the router: the
 * view starts at the top and focus moves to its heading. Back leaves scrolling to the browser.
 */
export function useViewScroll(view: string): void {
  const previous = useRef(view)
  const isTraversal = useRef(false)

  useEffect(() => {
    const remember = () => {
      isTraversal.current = true
    }
    // Before the router's own listener, which may render synchronously.
    window.addEventListener('popstate', remember, { capture: true })
    return () => window.removeEventListener('popstate', remember, { capture: true })
  }, [])

  useEffect(() => {
    if (previous.current === view) return
    previous.current = view
    if (!isTraversal.current) window.scrollTo(0, 0)
    isTraversal.current = false
    document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  }, [view])
}
