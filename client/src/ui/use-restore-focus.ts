import { useEffect, useRef, type RefObject } from 'react'

type FindFallback = () => HTMLElement | null | undefined

interface Holder {
  container: HTMLElement
  restore: () => void
}

const holders = new Set<Holder>()

/** The page changes by whatever part of it is rendered, not only by the one that holds the focus. */
const changes = new MutationObserver(() => {
  if (document.activeElement !== document.body) return
  // A container inside another one comes after it in the page, and first here.
  const innerFirst = [...holders].toSorted(({ container: a }, { container: b }) =>
    a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? 1 : -1,
  )
  for (const { restore } of innerFirst) restore()
})

changes.observe(document, { childList: true, subtree: true, attributeFilter: ['disabled'] })

/**
 * When a change takes the focused control of a container away, focus goes to the place that
 * `fallbackFor` found for it, instead of to the top of the page. A control that was only disabled for a
 * while gets its focus back.
 */
export function useRestoreFocus(
  container: RefObject<HTMLElement | null>,
  fallbackFor: (control: HTMLElement) => FindFallback,
): void {
  const focused = useRef<{ control: HTMLElement; findFallback: FindFallback } | null>(null)

  useEffect(() => {
    function hold({ target }: FocusEvent) {
      if (!(target instanceof HTMLElement)) return
      const dialog = target.closest('dialog')
      // A dialog that a control opened gives the focus back.
      if (dialog && dialog !== container.current?.closest('dialog')) return
      focused.current = container.current?.contains(target)
        ? { control: target, findFallback: fallbackFor(target) }
        : null
    }
    function release({ target }: PointerEvent) {
      if (target instanceof Node && !focused.current?.control.contains(target))
        focused.current = null
    }
    function restore() {
      if (!focused.current || document.activeElement !== document.body) return
      const { control, findFallback } = focused.current
      if (!control.isConnected) findFallback()?.focus()
      else if (!control.matches(':disabled')) control.focus()
    }
    document.addEventListener('focusin', hold)
    document.addEventListener('pointerdown', release)
    const holder = container.current && { container: container.current, restore }
    if (holder) holders.add(holder)
    return () => {
      document.removeEventListener('focusin', hold)
      document.removeEventListener('pointerdown', release)
      if (holder) holders.delete(holder)
    }
  })
}

/**
 * For content that changes step by step, each in place of the one before: with the control that led
 * to a step gone, focus goes to the first control of that step.
 */
export function useStepFocus(): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  useRestoreFocus(content, () => () => {
    return content.current?.querySelector<HTMLElement>(
      'input:not([hidden]), textarea, select, a[href], button',
    )
  })
  return content
}
