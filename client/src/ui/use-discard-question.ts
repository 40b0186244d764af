import { useEffect, useEffectEvent } from 'react'

/**
 * Asks before what was typed is lost, with the browser's Back as well. What it returns asks, and
 * answers whether to go on.
 */
export function useDiscardQuestion(question: string, hasText: boolean): () => boolean {
  const mayLeave = () => !hasText || window.confirm(question)
  const mayGoBack = useEffectEvent(mayLeave)

  useEffect(() => {
    if (!hasText) return undefined
    const { href } = window.location
    function handleBack(event: PopStateEvent) {
      if (mayGoBack()) return
      // The browser has gone already; no one has seen it.
      event.stopImmediatePropagation()
      window.history.pushState(null, '', href)
    }
    // Before the router handles it.
    window.addEventListener('popstate', handleBack, { capture: true })
    return () => window.removeEventListener('popstate', handleBack, { capture: true })
  }, [hasText])

  return mayLeave
}
