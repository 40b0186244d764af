import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { createStore, useStore } from '@/lib/store'
import { useShortcuts } from '@/lib/use-shortcuts'
import { cx } from '@/ui/class-names'
import { Skeleton } from '@/ui/loaded'
import { useOverflow, useStartAtTop } from '@/ui/scrolling'

const stepPx = 96

/** As high while the document loads as when it is there: what is below must not move under a press. */
const place =
  'flex aspect-7/10 max-h-[max(22.5rem,calc(100dvh-18rem))] w-full flex-col overflow-hidden rounded-lg border bg-sand-light'

interface PreviewFrameProps {
  fileName: string
  /** The visible page: another one starts at its top. */
  shown?: unknown
  onTurn?: (step: 1 | -1) => void
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

const skeletons = createStore(0)

const countSkeleton = (step: 1 | -1) => skeletons.set(skeletons.get() + step)

export const isPreviewLoading = () => skeletons.get() > 0

export const usePreviewLoading = () => useStore(skeletons) > 0

export async function previewsDrawn(): Promise<void> {
  while (isPreviewLoading()) {
    await new Promise<void>((resolve) => {
      const stop = skeletons.subscribe(() => {
        stop()
        resolve()
      })
    })
  }
}

/** While it is shown, no one has seen the document yet: no key decides about it. */
export function PageSkeleton() {
  useLayoutEffect(() => {
    countSkeleton(1)
    return () => countSkeleton(-1)
  }, [])
  return (
    <div className="absolute inset-0" aria-busy="true" data-preview-loading>
      <Skeleton className="size-full" />
    </div>
  )
}

export const PreviewSkeleton = () => (
  <div className={cx(place, 'relative')}>
    <PageSkeleton />
  </div>
)
