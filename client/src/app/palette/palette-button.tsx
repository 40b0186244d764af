import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button, IconButton } from '@/ui/button'
import { keysOf } from '@/lib/use-shortcuts'

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** What Ctrl+K and Cmd+K do, for people with a mouse or a finger. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        icon={<Search />}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpen}
        className="max-md:hidden"
      >
        Find
        <kbd className="font-sans text-xs text-muted">{isMac ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <IconButton
        label="Find"
        icon={<Search />}
        onClick={onOpen}
        className="border border-control bg-white md:hidden"
      />
    </>
  )
}

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
