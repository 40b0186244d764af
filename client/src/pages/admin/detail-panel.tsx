import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { IconButton } from '@/ui/button'
import { cx } from '@/ui/class-names'
import { Dialog } from '@/ui/dialog'
import { FileName } from '@/ui/file-name'
import { useRestoreFocus } from '@/ui/use-restore-focus'
import { useStartAtTop } from '@/ui/scrolling'

interface DetailPanelProps {
  rowId: string
  title: string
  isOpen: boolean
  /** Beside the list where there is room, else a sheet over it. */
  isBeside: boolean
  onClose: () => void
  /** Always in sight above what scrolls. */
  bar: ReactNode
  children: ReactNode
}

/** The row that is open in a list. */
export function DetailPanel(props: DetailPanelProps) {
  const { rowId, title, isOpen, isBeside, onClose, bar, children } = props
  const aside = useRef<HTMLElement>(null)
  useStartAtTop(aside, rowId)
  const content = useRef<HTMLDivElement>(null)
  useRestoreFocus(content, () => () => content.current)
  const panel = (
    <div ref={content} tabIndex={-1} className="outline-none">
      <div
        className={cx(
          'sticky z-10 border-b bg-white',
          isBeside ? 'top-13 px-4 py-2' : '-top-5 -mx-5 -mt-5 mb-4 px-5 py-2.5 md:-mx-6 md:px-6',
        )}
      >
        {bar}
      </div>
      <div className={isBeside ? 'p-4' : ''}>{children}</div>
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
          className="sticky top-4 max-h-[calc(100dvh-2rem)] animate-panel-in scroll-py-3 overflow-y-auto rounded-xl border bg-white"
        >
          <header className="sticky top-0 z-10 flex h-13 items-center gap-3 bg-white px-4">
            <h2 className="min-w-0 flex-1 text-xl">
              <FileName name={title} />
            </h2>
            <IconButton label="Close" icon={<X />} onClick={onClose} className="-mr-2" />
          </header>
          {panel}
        </aside>
      ) : (
        <Dialog
          open={isOpen}
          onClose={onClose}
          size="panel"
          keepsShortcuts
          shown={rowId}
          title={
            <span aria-live="polite">
              <FileName name={title} />
            </span>
          }
        >
          {panel}
        </Dialog>
      )}
    </>
  )
}
