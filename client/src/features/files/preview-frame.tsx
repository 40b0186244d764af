import { useRef, type ReactNode } from 'react'
import { useShortcuts } from '@/lib/use-shortcuts'
import { Skeleton } from '@/ui/skeleton'
import { useOverflow } from '@/ui/use-overflow'
import { useStartAtTop } from '@/ui/use-start-at-top'

const stepPx = 96

interface PreviewFrameProps {
  fileName: string
  /** Which page is to be seen: another one starts at its top. */
  shown?: unknown
  onTurn?: (step: 1 | -1) => void
  /** Under the document: its pages, its size. */
  controls?: ReactNode
  children: ReactNode
}

/** A document as large as the panel is, scrolled with the arrow keys wherever the focus is. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { fileName, shown, onTurn, controls, children } = props
  const scroller = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(scroller)
  useStartAtTop(scroller, shown)
  const scroll = (step: number) => scroller.current?.scrollBy({ top: step * stepPx })
  useShortcuts(
    {
      ArrowDown: () => scroll(1),
      ArrowUp: () => scroll(-1),
      ...(onTurn && { ArrowRight: () => onTurn(1), ArrowLeft: () => onTurn(-1) }),
    },
    { repeats: true },
  )

  return (
    <div className="overflow-hidden rounded-lg border bg-sand-light">
      <div
        ref={scroller}
        role={scrolls ? 'region' : undefined}
        aria-label={scrolls ? `Preview of ${fileName}` : undefined}
        tabIndex={scrolls ? 0 : undefined}
        className="relative max-h-[max(20rem,calc(100dvh-20.5rem))] overflow-auto focus-visible:-outline-offset-2"
      >
        <div>{children}</div>
      </div>
      {controls}
    </div>
  )
}

/** While it stands there, no one has seen the document yet: no key decides about it. */
export const PreviewSkeleton = () => (
  <div aria-busy="true" data-preview-loading>
    <Skeleton className="aspect-4/5 max-h-[max(20rem,calc(100dvh-20.5rem))] w-full" />
  </div>
)

export const isPreviewLoading = () => document.querySelector('[data-preview-loading]') !== null
