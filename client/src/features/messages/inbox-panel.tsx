import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { useInboxActions } from './inbox-actions'
import { mailStatusQuery, type InboxItem } from './inbox-api'
import { describeItem, InboxDetails } from './inbox-details'
import { ReplyForm } from './reply-form'

/** One message or referral beside the list. Null: there is none with the id in the address. */
export function InboxPanel({ item, onClose }: { item: InboxItem | null; onClose: () => void }) {
  // The item that is being answered: another one beside the list starts without a form.
  const [answered, setAnswered] = useState<InboxItem['id'] | null>(null)
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
      footer={<Actions item={item} onReply={() => setAnswered(item.id)} />}
    >
      <InboxDetails item={item} />
      {answered === item.id ? <ReplyForm item={item} onSent={() => setAnswered(null)} /> : null}
    </Dialog>
  )
}

/** Without a mail sender, the answer is written in the administrator's own mail program. */
function Actions({ item, onReply }: { item: InboxItem; onReply: () => void }) {
  const { data: mail } = useQuery(mailStatusQuery)
  const { mark, isBusy } = useInboxActions(item.kind)
  const isDone = item.status === 'done'
  return (
    <>
      {mail?.configured ? (
        <Button variant="secondary" icon={<Mail />} onClick={onReply}>
          Reply by email
        </Button>
      ) : (
        <a className={buttonClass({ variant: 'secondary' })} href={describeItem(item).reply}>
          <Mail aria-hidden="true" strokeWidth={1.75} className="size-[1.125em] max-sm:hidden" />
          Reply by email
        </a>
      )}
      <Button pending={isBusy} onClick={() => void mark(item, isDone ? 'read' : 'done')}>
        {isDone ? 'Reopen' : 'Mark as done'}
      </Button>
    </>
  )
}
