import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { FileName } from '@/ui/file-name'
import { useHeldFocus } from '@/ui/use-held-focus'

interface DetailPanelProps {
  title: string
  isOpen: boolean
  /** Beside the list where there is room, else a sheet over it. */
  isBeside: boolean
  onClose: () => void
  children: ReactNode
}

/** The row that is open in a list. */
export function DetailPanel({ title, isOpen, isBeside, onClose, children }: DetailPanelProps) {
  const content = useRef<HTMLDivElement>(null)
  useHeldFocus(content, () => () => content.current)
  const held = (
    <div ref={content} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
  if (!isBeside) {
    return (
      <Dialog open={isOpen} onClose={onClose} size="panel" title={<FileName name={title} />}>
        {held}
      </Dialog>
    )
  }
  return (
    <aside
      aria-label={title}
      className="sticky top-6 max-h-[calc(100dvh-3rem)] animate-panel-in overflow-y-auto rounded-xl border bg-white"
    >
      <header className="flex items-start gap-3 border-b px-5 py-3">
        <h2 className="min-w-0 flex-1 py-1 text-xl">
          <FileName name={title} />
        </h2>
        <IconButton label="Close" icon={<X />} onClick={onClose} className="-mr-2" />
      </header>
      <div className="p-5">{held}</div>
    </aside>
  )
}
