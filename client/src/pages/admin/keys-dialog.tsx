import { ArrowDown, ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { KeysSwitch } from '@/features/accounts/keys-switch'
import { adminPages } from '@/lib/admin-pages'
import { Dialog } from '@/ui/dialog'

interface Key {
  key: string
  icon?: ReactNode
  action: string
}

/** Those of a list to review, whose row is a `noun`, such as 'report'. */
export const reviewKeys = (noun: string): Key[] => [
  { key: 'J', action: `Open the next ${noun}` },
  { key: 'K', action: `Open the previous ${noun}` },
  { key: 'N', action: 'Go to the next page of the list (P goes back)' },
  { key: 'A', action: `Approve the open ${noun}` },
  { key: 'R', action: `Reject the open ${noun} (a number picks the reason, Enter rejects)` },
  { key: 'Q', action: 'Ask the person instead of deciding (a number picks the question)' },
  { key: 'W', action: 'Set the person aside until another day' },
  { key: 'Z', action: 'Undo your last decision, question, or email' },
  { key: 'S', action: 'Use the score we found' },
  { key: 'V', action: 'View the document in a new tab' },
  { key: 'E', action: 'Write an email to the person' },
  {
    key: 'Down arrow',
    icon: <ArrowDown />,
    action: 'Scroll down the document (up scrolls back)',
  },
  {
    key: 'Right arrow',
    icon: <ArrowRight />,
    action: 'Go to the next page of the document (left goes back)',
  },
  { key: '/', action: 'Search (Enter opens the first hit)' },
  { key: 'Esc', action: `Close the open ${noun}` },
]

const everyPage: Key[] = [
  { key: 'Ctrl+K', action: 'Find a person, a page, or an action' },
  { key: '?', action: 'Show these keys' },
]

interface KeysDialogProps {
  keys: readonly Key[]
  open: boolean
  onClose: () => void
}

export function KeysDialog({ keys, open, onClose }: KeysDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard Shortcuts">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3">
        {[...keys, ...everyPage].map(({ key, icon, action }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className={keyLook}>
                {icon ? (
                  <>
                    <span aria-hidden="true" className="[&>svg]:size-4">
                      {icon}
                    </span>
                    <span className="sr-only">{key}</span>
                  </>
                ) : (
                  key
                )}
              </kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-6 mb-3 text-base font-medium">On every page: G, then a letter</h3>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-5 gap-y-3 sm:grid-cols-[auto_1fr_auto_1fr]">
        {adminPages.map(({ key, label }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className={keyLook}>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5 border-t pt-3">
        <KeysSwitch />
      </div>
    </Dialog>
  )
}

const keyLook =
  'inline-flex h-9 min-w-9 items-center justify-center rounded-sm border border-control bg-paper px-1 font-mono'
