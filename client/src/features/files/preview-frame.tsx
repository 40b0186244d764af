import { useRef, type ReactNode } from 'react'
import { useShortcuts } from '@/lib/use-shortcuts'
import { cx } from '@/ui/class-names'
import { Skeleton } from '@/ui/skeleton'
import { useOverflow } from '@/ui/use-overflow'
import { useStartAtTop } from '@/ui/use-start-at-top'

const stepPx = 96

/** As high while the document loads as when it is there: what is below must not move under a press. */
const place =
  'flex aspect-7/10 max-h-[max(22.5rem,calc(100dvh-18rem))] w-full flex-col overflow-hidden rounded-lg border bg-sand-light'

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
    <div className={place}>
      <div
        ref={scroller}
        role={scrolls ? 'region' : undefined}
        aria-label={scrolls ? `Preview of ${fileName}` : undefined}
        tabIndex={scrolls ? 0 : undefined}
        className="relative min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2"
      >
        <div>{children}</div>
      </div>
      {controls}
    </div>
  )
}

/** While it stands there, no one has seen the document yet: no key decides about it. */
export const PageSkeleton = () => (
  <div className="absolute inset-0" aria-busy="true" data-preview-loading>
    <Skeleton className="size-full" />
  </div>
)

/** The place of a document of which nothing is known yet. */
export const PreviewSkeleton = () => (
  <div className={cx(place, 'relative')}>
    <PageSkeleton />
  </div>
)

export const isPreviewLoading = () => document.querySelector('[data-preview-loading]') !== null
