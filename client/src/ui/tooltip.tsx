import * as Radix from '@radix-ui/react-tooltip'
import { useState, type ReactElement, type ReactNode } from 'react'
import { useTopDialog } from '@/lib/top-dialog'

export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/** `children` is one focusable element; the tooltip describes it and never names it. */
export function Tooltip({ content, children }: { content: ReactNode; children: ReactElement }) {
  // A table has a hundred of them, and hardly any is ever opened.
  const [isOpen, setIsOpen] = useState(false)

  return (
    <Radix.Root open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      {isOpen ? <Bubble>{content}</Bubble> : null}
    </Radix.Root>
  )
}

function Bubble({ children }: { children: ReactNode }) {
  const host = useTopDialog()

  return (
    <Radix.Portal container={host}>
      <Radix.Content
        sideOffset={6}
        collisionPadding={12}
        className="z-50 max-w-72 animate-fade-in rounded-sm bg-ink px-2.5 py-1.5 text-sm text-paper"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  )
}
