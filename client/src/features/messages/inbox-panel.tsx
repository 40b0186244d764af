import { useQuery } from '@tanstack/react-query'
import { Mail, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Button, buttonClass } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Notice } from '@/ui/notice'
import { onSingleClick } from '@/ui/single-click'
import { useDiscardQuestion } from '@/ui/use-discard-question'
import { useInboxActions } from './use-inbox-actions'
import { mailStatusQuery, useReply, type InboxItem } from './inbox-api'
import { describeItem, InboxDetails } from './inbox-details'
import { ReplyForm, useReplyForm } from './reply-form'

/** One message or referral beside the list. Null: there is none with the id in the address. */
export function InboxPanel({ item, onClose }: { item: InboxItem | null; onClose: () => void }) {
  if (item) return <OpenedItem item={item} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} size="panel" title="Not Found">
      <Notice tone="danger" title="We couldn’t load this message">
        It may have been deleted.
      </Notice>
    </Dialog>
  )
}

function OpenedItem({ item, onClose }: { item: InboxItem; onClose: () => void }) {
  const formId = useId()
  const sending = useReply(item.kind)
  // The item that is being answered: another one beside the list starts without a form.
  const [answered, setAnswered] = useState<InboxItem['id'] | null>(null)
  const isAnswering = answered === item.id
  const form = useReplyForm(item)
  const text = useWatch({ control: form.control, name: 'body' })
  // A request in flight is not lost.
  const isUnsent = isAnswering && text.trim() !== '' && !sending.isPending
  const mayDiscard = useDiscardQuestion('Discard your reply?', isUnsent)

  function endAnswer() {
    form.reset()
    setAnswered(null)
  }

  return (
    <Dialog
      open
      onClose={() => mayDiscard() && onClose()}
      size="panel"
      title={<bdi className="wrap-anywhere">{describeItem(item).title}</bdi>}
      footer={
        isAnswering ? (
          <>
            <Button variant="secondary" onClick={() => mayDiscard() && endAnswer()}>
              Cancel
            </Button>
            <Button type="submit" form={formId} pending={sending.isPending}>
              Send Reply
            </Button>
          </>
        ) : (
          <Actions item={item} onReply={() => setAnswered(item.id)} onGone={onClose} />
        )
      }
    >
      <InboxDetails item={item} />
      {isAnswering ? (
        <ReplyForm id={formId} form={form} item={item} sending={sending} onSent={endAnswer} />
      ) : null}
    </Dialog>
  )
}

/** Without a mail sender, the answer is written in the administrator's own mail program. */
function Actions(props: { item: InboxItem; onReply: () => void; onGone: () => void }) {
  const { item, onReply, onGone } = props
  const { data: mail } = useQuery(mailStatusQuery)
  const { mark, remove, isBusy } = useInboxActions(item.kind)
  const isDone = item.status === 'done'
  const { reply } = describeItem(item)
  return (
    <>
      {/* Apart from the others, so that it isn’t pressed by mistake. */}
      <Button
        variant="ghost"
        icon={<Trash2 />}
        className="mr-auto"
        disabled={isBusy}
        onClick={onSingleClick(() => void remove(item, onGone))}
      >
        Delete
      </Button>
      <Button
        variant="secondary"
        pending={isBusy}
        onClick={onSingleClick(() => void mark(item, isDone ? 'read' : 'done'))}
      >
        {isDone ? 'Reopen' : 'Mark as Done'}
      </Button>
      {reply === null ? null : mail?.configured ? (
        <Button icon={<Mail />} onClick={onReply}>
          Reply by Email
        </Button>
      ) : (
        <a className={buttonClass()} href={reply}>
          <Mail aria-hidden="true" strokeWidth={1.75} className="size-[1.125em] max-sm:hidden" />
          Reply by Email
        </a>
      )}
    </>
  )
}
