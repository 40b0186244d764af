import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { FileName } from '@/ui/file-name'
import { useHeldFocus } from '@/ui/use-held-focus'
import { useStartAtTop } from '@/ui/use-start-at-top'

interface DetailPanelProps {
  rowId: string
  title: string
  isOpen: boolean
  /** Beside the list where there is room, else a sheet over it. */
  isBeside: boolean
  onClose: () => void
  children: ReactNode
}

/** The row that is open in a list. */
export function DetailPanel(props: DetailPanelProps) {
  const { rowId, title, isOpen, isBeside, onClose, children } = props
  const aside = useRef<HTMLElement>(null)
  useStartAtTop(aside, rowId)
  const content = useRef<HTMLDivElement>(null)
  useHeldFocus(content, () => () => content.current)
  const held = (
    <div ref={content} tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
  return (
    <>
      {/* The keys J and K leave the focus in the list. */}
      <p className="sr-only" aria-live="polite">
        {isBeside ? title : ''}
      </p>
      {isBeside ? (
        <aside
          ref={aside}
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
      ) : (
        <Dialog
          open={isOpen}
          onClose={onClose}
          size="panel"
          shown={rowId}
          title={
            <span aria-live="polite">
              <FileName name={title} />
            </span>
          }
        >
          {held}
        </Dialog>
      )}
    </>
  )
}
