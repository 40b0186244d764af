import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { approveAnyway, callOff } from '@/lib/decisions'
import { keysOf, useSingleKeys } from '@/lib/use-shortcuts'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/dialog'

/** Asks about the reasons against an approval, beside the panel: the second press approves. */
export function ApproveQuestion({ name, against }: { name: string; against: readonly string[] }) {
  const [hasKeys] = useSingleKeys()
  const [bar] = useState(() => document.querySelector('[data-decides]'))
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const isHeld = event.ctrlKey || event.metaKey || event.altKey
    if (hasKeys && !event.repeat && !isHeld && keysOf(event).includes('a')) approveAnyway()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return (
    <Dialog
      open
      onClose={callOff}
      beside={bar}
      title={<span className="wrap-anywhere">Approve {name}?</span>}
      warning={
        <span className="grid gap-1.5 text-warning">
          {against.map((reason) => (
            <span key={reason} className="flex items-start gap-2">
              <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" strokeWidth={2} />
              <span className="min-w-0 wrap-anywhere">{`${reason}.`}</span>
            </span>
          ))}
        </span>
      }
      footer={
        <>
          <Button variant="secondary" onClick={callOff}>
            Cancel
          </Button>
          <Button data-autofocus onClick={approveAnyway}>
            Approve Anyway
          </Button>
        </>
      }
    >
      <p className="text-sm text-muted">
        <span>Nothing is approved yet.</span>
        {hasKeys ? <span className="pointer-coarse:hidden"> Press A again to approve.</span> : null}
      </p>
    </Dialog>
  )
}
