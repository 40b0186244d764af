import { Dialog } from '@/ui/dialog'

const keys = [
  { key: 'J', action: 'Open the next report' },
  { key: 'K', action: 'Open the previous report' },
  { key: 'A', action: 'Approve the open report' },
  { key: 'R', action: 'Reject the open report' },
  { key: '/', action: 'Search' },
  { key: '?', action: 'Show these keys' },
]

export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {keys.map(({ key, action }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="inline-flex size-9 items-center justify-center rounded-sm border border-control bg-paper font-mono">
                {key}
              </kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
