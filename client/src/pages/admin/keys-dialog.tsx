import { Dialog } from '@/ui/dialog'
import { Switch } from '@/ui/switch'

interface KeysDialogProps {
  /** What the list holds, such as 'report'. */
  noun: string
  open: boolean
  onClose: () => void
  enabled: boolean
  onToggle: (enabled: boolean) => void
}

export function KeysDialog({ noun, open, onClose, enabled, onToggle }: KeysDialogProps) {
  const keys = [
    { key: 'J', action: `Open the next ${noun}` },
    { key: 'K', action: `Open the previous ${noun}` },
    { key: 'N', action: 'Go to the next page of the list (P goes back)' },
    { key: 'A', action: `Approve the open ${noun}` },
    { key: 'R', action: `Reject the open ${noun} (a number picks the reason, Enter rejects)` },
    { key: 'Z', action: 'Undo your last decision' },
    { key: 'S', action: 'Use the credit score we found' },
    { key: 'V', action: 'View the document in a new tab' },
    { key: 'E', action: 'Write an email to the person' },
    { key: '↓', action: 'Scroll down the document (↑ scrolls up)' },
    { key: '→', action: 'Go to the next page of the document (← goes back)' },
    { key: '/', action: 'Search (Enter opens the first hit)' },
    { key: 'Esc', action: `Close the open ${noun}` },
    { key: '?', action: 'Show these keys' },
  ]
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {keys.map(({ key, action }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-flex h-9 min-w-9 items-center justify-center px-1 rounded-sm border border-control bg-paper font-mono">
                {key}
              </kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t pt-3">
        <Switch label="Use these keys in this browser" checked={enabled} onChange={onToggle} />
      </div>
    </Dialog>
  )
}
