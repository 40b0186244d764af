import { useEffect, useRef, type ReactNode } from 'react'

/** Brings what took a form's place into sight, and the focus with it: the form was scrolled down. */
export function ShownFirst({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    element.current?.scrollIntoView({ block: 'center' })
  }, [])
  return (
    <div ref={element} tabIndex={-1} className="rounded-lg">
      {children}
    </div>
  )
}
