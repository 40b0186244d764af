import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Enter in the search box opens the first hit: once the rows are those of what was typed, which is
 * looked for only after a pause.
 */
export function useFirstHit(
  searchBox: RefObject<HTMLInputElement | null>,
  { isFound, show }: { isFound: boolean; show: () => void },
): void {
  const isWanted = useRef(false)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.target !== searchBox.current || event.isComposing) return
    // Typing on withdraws the Enter.
    if (event.key === 'Enter' && isFound) show()
    else isWanted.current = event.key === 'Enter'
  })
  const showFound = useEffectEvent(show)

  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
  useEffect(() => {
    if (!isWanted.current || !isFound) return
    isWanted.current = false
    showFound()
  }, [isFound])
}
