/** What sticks to an edge of each scroller, the page or a part of it. */
const stuck = new Map<HTMLElement, Set<HTMLElement>>()

/** Scrolls what has the focus clear of a part, by its measured height: the styles of `html` and `[data-scroller]` do that. */
export function watchStuck(part: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted) return
  const scroller =
    part.parentElement?.closest<HTMLElement>('[data-scroller]') ?? document.documentElement
  const parts = stuck.get(scroller) ?? new Set()
  stuck.set(scroller, parts.add(part))

  const measure = () => {
    const heights = [...parts].map(measureStuck)
    for (const edge of ['top', 'bottom'] as const) {
      const height = Math.max(...heights.map((one) => one[edge]), 0)
      scroller.style.setProperty(`--stuck-${edge}`, `${height}px`)
    }
  }
  const observer = new ResizeObserver(measure)
  observer.observe(part)
  // Whether it sticks at all is up to the height of the window.
  window.addEventListener('resize', measure, { signal })
  measure()
  signal.addEventListener('abort', () => {
    observer.disconnect()
    parts.delete(part)
    measure()
  })
}

function measureStuck(part: HTMLElement) {
  const { position, top, bottom } = getComputedStyle(part)
  const { offsetHeight: height, offsetWidth: width } = part
  const isBeside = width < (part.parentElement?.offsetWidth ?? 0) / 2
  return {
    top: position === 'sticky' && !isBeside ? height + Math.max(0, parseFloat(top) || 0) : 0,
    bottom: position === 'fixed' ? height + (parseFloat(bottom) || 0) : 0,
  }
}
