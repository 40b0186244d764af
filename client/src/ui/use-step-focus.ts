import { useRef, type RefObject } from 'react'
import { useHeldFocus } from './use-held-focus'

/**
 * For content that changes step by step, each in place of the one before: with the control that led
 * to a step gone, focus goes to the first control of that step.
 */
export function useStepFocus(): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null)
  useHeldFocus(content, () => () => {
    return content.current?.querySelector<HTMLElement>(
      'input:not([hidden]), textarea, select, a[href], button',
    )
  })
  return content
}
