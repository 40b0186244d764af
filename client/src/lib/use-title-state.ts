import { useEffect } from 'react'

/** Names first in the page's title what the page is at: a dialog, an open row, a tab, a step. Null is nothing. */
export function useTitleState(state: string | null | undefined): void {
  useEffect(() => {
    if (!state) return undefined
    const words = `${state} · `
    // A form says at the very beginning that it has errors.
    document.title = document.title.replace(/^(?:Error: )?/, (mark) => mark + words)
    return () => {
      document.title = document.title.replace(words, '')
    }
  }, [state])
}
