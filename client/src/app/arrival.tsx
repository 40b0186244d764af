import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation } from 'wouter'

const scrollPositions = new Map<string, number>()

/**
 * What a full page load would do: on arrival at a new page the view starts at the top (or at the
 * address's anchor) and focus is on its heading; Back returns to where the page was left.
 */
export function Arrival({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  const isFirst = useRef(true)
  const isTraversal = useRef(false)

  useEffect(() => {
    const remember = () => {
      isTraversal.current = true
    }
    window.addEventListener('popstate', remember)
    return () => window.removeEventListener('popstate', remember)
  }, [])

  useEffect(() => {
    const anchor = document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
    if (anchor) anchor.scrollIntoView()
    else if (isTraversal.current) window.scrollTo(0, scrollPositions.get(path) ?? 0)
    else if (!isFirst.current) window.scrollTo(0, 0)

    if (!isFirst.current) {
      document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
    }
    isFirst.current = false
    isTraversal.current = false

    const leave = () => scrollPositions.set(path, window.scrollY)
    window.addEventListener('scroll', leave, { passive: true })
    return () => window.removeEventListener('scroll', leave)
  }, [path])

  return children
}
