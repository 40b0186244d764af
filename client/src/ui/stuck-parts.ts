/** What sticks to an edge of each scroller, the page or a part of it. */
const stuck = new Map<HTMLElement, Set<HTMLElement>>()

/** Scrolls what has the focus clear of a part, by its measured height: the styles of `html` and `[data-scroller]` do that. */
export function watchStuck(part: HTMLElement): () => void {
  const scroller = part.parentElement?.closest<HTMLElement>('[data-scroller]') ?? document.body
  const parts = stuck.get(scroller) ?? new Set()
  stuck.set(scroller, parts.add(part))

  const measure = () => {
    const heights = [...parts].map(measureStuck)
    for (const edge of ['top', 'bottom'] as const) {
      const height = Math.max(...heights.map((one) => one[edge]), 0)
      const holder = scroller === document.body ? document.documentElement : scroller
      holder.style.setProperty(`--stuck-${edge}`, `${height}px`)
    }
  }
  const observer = new ResizeObserver(measure)
  observer.observe(part)
  // Whether it sticks at all is up to the height of the window.
  window.addEventListener('resize', measure)
  measure()
  return () => {
    observer.disconnect()
    window.removeEventListener('resize', measure)
    parts.delete(part)
    measure()
  }
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

/** Puts toasts at the other edge of the window while they would cover what has the focus. */
export function giveWay(viewport: HTMLElement): () => void {
  let frame = 0
  const place = () => {
    viewport.toggleAttribute('data-aside', false)
    if (!coversFocus(viewport)) return
    viewport.toggleAttribute('data-aside', true)
    // What is as high as the window has no place without it.
    if (coversFocus(viewport)) viewport.toggleAttribute('data-aside', false)
  }
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  const controller = new AbortController()
  const { signal } = controller
  for (const event of ['focusin', 'scroll', 'resize'])
    window.addEventListener(event, placeSoon, { capture: true, signal })
  const observer = new ResizeObserver(placeSoon)
  observer.observe(viewport)
  return () => {
    controller.abort()
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}

function coversFocus(viewport: HTMLElement): boolean {
  const focused = document.activeElement
  if (!focused || focused === document.body || viewport.contains(focused)) return false
  const [own, other] = [viewport, focused].map((part) => part.getBoundingClientRect())
  if (!own?.height || !other) return false
  const isApart =
    own.bottom <= other.top ||
    own.top >= other.bottom ||
    own.right <= other.left ||
    own.left >= other.right
  return !isApart
}
