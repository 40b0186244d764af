import { useEffect, useEffectEvent, useState } from 'react'
import { keysOf } from '@/lib/use-shortcuts'

/** Whether the palette is open; Ctrl+K and Cmd+K open and close it, also while someone types. */
export function usePalette() {
  const [isOpen, setIsOpen] = useState(false)
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isAsked = (event.ctrlKey || event.metaKey) && keysOf(event).includes('k')
    if (!isAsked || event.altKey || event.shiftKey) return
    // The browser's own use of it is to search the web.
    event.preventDefault()
    if (!event.repeat) setIsOpen((open) => !open)
  })

  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return { isOpen, open: () => setIsOpen(true), close: () => setIsOpen(false) }
}
