import { type ComponentProps, type ElementType, useEffect, useRef } from 'react'
import { announce } from '@/lib/announce'

/** Says a text whenever it becomes another one; empty, it says nothing. */
export function useSaid(text: string | null | undefined, urgency?: 'polite' | 'assertive'): void {
  const last = useRef<typeof text>(null)
  useEffect(() => {
    if (text === last.current) return
    last.current = text
    announce([text ?? ''], urgency)
  }, [text, urgency])
}

type StatusProps = Omit<ComponentProps<'p'>, 'ref'> & { as?: 'p' | 'div' | 'span' }

/** Text of the page that is said whenever it changes. */
export function Status({ as = 'p', ...rest }: StatusProps) {
  const Tag: ElementType<ComponentProps<'p'>> = as
  const element = useRef<HTMLParagraphElement>(null)
  const last = useRef('')
  useEffect(() => {
    const text = element.current?.textContent ?? ''
    if (text === last.current) return
    last.current = text
    announce([text])
  })
  return <Tag ref={element} {...rest} />
}
