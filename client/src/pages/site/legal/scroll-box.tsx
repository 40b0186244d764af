import { useEffect, useRef, useState, type ReactNode } from 'react'
import { cx } from '@/ui/class-names'

const hideDelayMs = 600

/**
 * A text 600 px high that scrolls by itself, and so must be reachable by keyboard; its scrollbar shows
 * only while it does.
 */
export function ScrollBox({ label, children }: { label: string; children: ReactNode }) {
  const [isScrolling, setIsScrolling] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])

  function handleScroll() {
    setIsScrolling(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsScrolling(false), hideDelayMs)
  }

  return (
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      data-scrolling={isScrolling}
      onScroll={handleScroll}
      className={cx(
        'h-[600px] overflow-y-auto overscroll-contain rounded-xl border bg-white px-5 py-7 md:px-10 md:py-10',
        '[scrollbar-width:thin] [&_h2]:scroll-mt-6',
        isScrolling
          ? '[scrollbar-color:var(--control)_transparent]'
          : '[scrollbar-color:transparent_transparent]',
      )}
    >
      {children}
    </div>
  )
}
