import { Mail } from 'lucide-react'
import { Button, buttonClass } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { useInboxActions } from './inbox-actions'
import type { InboxItem } from './inbox-api'
import { describeItem, InboxDetails } from './inbox-details'

/** One message or referral beside the list. Null: there is none with the id in the address. */
export function InboxPanel({ item, onClose }: { item: InboxItem | null; onClose: () => void }) {
  if (!item) {
    return (
      <Dialog open onClose={onClose} size="panel" title="Not found">
        <Notice tone="danger" title="This message could not be loaded" />
      </Dialog>
    )
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="panel"
      title={<bdi className="wrap-anywhere">{describeItem(item).title}</bdi>}
      footer={<Actions item={item} />}
    >
      <InboxDetails item={item} />
    </Dialog>
  )
}

function Actions({ item }: { item: InboxItem }) {
  const { mark, isBusy } = useInboxActions(item.kind)
  const isDone = item.status === 'done'
  return (
    <>
      <a className={buttonClass({ variant: 'secondary' })} href={describeItem(item).reply}>
        <Mail aria-hidden="true" strokeWidth={1.75} className="size-[1.125em] max-sm:hidden" />
        Reply by email
      </a>
      <Button pending={isBusy} onClick={() => void mark(item, isDone ? 'read' : 'done')}>
        {isDone ? 'Reopen' : 'Mark as done'}
      </Button>
    </>
  )
}
