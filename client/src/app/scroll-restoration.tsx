import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { showAnchor } from '@/lib/show-anchor'

const scrollPositions = new Map<string, number>()
let shownPath: string | null = null
let isTraversal = false

// An anchor of the page itself is no way back.
window.addEventListener('popstate', () => {
  isTraversal = window.location.pathname !== shownPath
})

/** Whether a page has been shown since the browser loaded the app. */
export const hasShownPage = () => shownPath !== null

/**
 * Does what a full page load would do, once the page beside it is there: a new page starts at the
 * top (or at the address's anchor) with focus on its heading; Back returns to where it was left.
 */
export function ScrollRestoration() {
  const [path] = useLocation()

  useEffect(() => {
    if (path !== shownPath) restoreScroll(path)
    const remember = () => scrollPositions.set(path, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [path])

  return null
}

function restoreScroll(path: string): void {
  const isFirst = shownPath === null
  const isAtAnchor = showAnchor()
  if (!isAtAnchor && isTraversal) window.scrollTo(0, scrollPositions.get(path) ?? 0)
  else if (!isAtAnchor && !isFirst) window.scrollTo(0, 0)
  if (!isFirst) document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
  shownPath = path
  isTraversal = false
}
