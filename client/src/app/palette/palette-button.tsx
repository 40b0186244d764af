import { Search } from 'lucide-react'
import { Button, IconButton } from '@/ui/button'

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
