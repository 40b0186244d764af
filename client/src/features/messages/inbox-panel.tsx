import { useQuery } from '@tanstack/react-query'
import { Mail, Trash2 } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { replyRequest } from '@shared/mail'
import type { MessageStatus, MessageStatusChange } from '@shared/messages'
import { useSubmitForm } from '@/lib/form'
import { del, patch, post } from '@/lib/http'
import { mailAvailabilityQuery } from '@/lib/query-client'
import { toastDeletionError } from '@/lib/toast-store'
import { useAction } from '@/lib/use-action'
import { useSend } from '@/lib/use-send'
import { Button, buttonClass, onSingleClick } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { Form } from '@/ui/form'
import { useDiscardQuestion } from '@/ui/form-dialog'
import { TextareaField } from '@/ui/form-fields'
import { Notice } from '@/ui/notice'
import { inboxItemPath, inboxRefreshes, type InboxItem, type InboxKind } from './inbox-api'
import { describeItem, InboxDetails } from './inbox-details'

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
  // The item that is being answered: another one beside the list starts without a form.
  const [answered, setAnswered] = useState<InboxItem['id'] | null>(null)
  const isAnswering = answered === item.id
  const submission = useSubmitForm({
    schema: replyRequest,
    defaultValues: { body: '' },
    kept: { name: `reply-${item.kind}`, of: item.id },
    send: (reply) => post(`${inboxItemPath(item.kind, item.id)}/reply`, reply),
    refreshes: inboxRefreshes(item.kind),
    done: { title: 'Reply queued', description: `It will be sent to ${item.email} shortly.` },
    failure: 'Failed to send email',
    fallback: 'Please try again',
    alsoToast: true,
    onDone: () => endAnswer(),
  })
  const { form } = submission
  const { isSubmitting } = form.formState
  const text = useWatch({ control: form.control, name: 'body' })
  // A request in flight is not lost.
  const isUnsent = isAnswering && text.trim() !== '' && !isSubmitting
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
            <Button type="submit" form={formId} pending={isSubmitting}>
              Send Reply
            </Button>
          </>
        ) : (
          <Actions item={item} onReply={() => setAnswered(item.id)} onGone={onClose} />
        )
      }
    >
      <InboxDetails item={item} />
      {isAnswering ? <ReplyForm {...submission} id={formId} email={item.email} /> : null}
    </Dialog>
  )
}

interface ReplyFormProps extends ReturnType<typeof useSubmitForm<typeof replyRequest, unknown>> {
  id: string
  email: string | null
}

function ReplyForm({ id, email, ...submission }: ReplyFormProps) {
  const { setFocus } = submission.form
  useEffect(() => {
    setFocus('body')
  }, [setFocus])
  // All of it, below a message that fills the panel. Once: the writer may look up at the message.
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id])

  return (
    <Form {...submission} id={id} label="Reply" className="mt-8 scroll-mb-6 border-t pt-6">
      <TextareaField
        {...submission.field('body')}
        label={`Reply to ${email}`}
        hint="Sending your reply marks this as done."
        rows={8}
      />
    </Form>
  )
}

/** Without a mail sender, the answer is written in the administrator's own mail program. */
function Actions(props: { item: InboxItem; onReply: () => void; onGone: () => void }) {
  const { item, onReply, onGone } = props
  const { data: mail } = useQuery(mailAvailabilityQuery)
  const { mark, remove, isBusy } = useInboxActions(item.kind, onGone)
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
        onClick={onSingleClick(() => void remove(item.id))}
      >
        Delete
      </Button>
      <Button
        variant="secondary"
        pending={isBusy}
        onClick={onSingleClick(() => void mark(item.id, isDone ? 'read' : 'done'))}
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

const statusToasts: Record<MessageStatus, string> = {
  new: 'Marked as unread',
  read: 'Reopened',
  done: 'Marked as done',
}

const nouns: Record<InboxKind, string> = { support: 'message', referral: 'referral' }
const deletionToasts: Record<InboxKind, string> = {
  support: 'Message deleted',
  referral: 'Referral deleted',
}

type StatusChange = MessageStatusChange & { id: number }

const statusChange = (kind: InboxKind) => ({
  send: ({ id, ...change }: StatusChange) =>
    patch<InboxItem>(
      `${inboxItemPath(kind, id)}/status`,
      change,
      // Opened, it is read by itself.
      change.basedOn === 'new' && change.status === 'read' ? { undo: 'none' } : {},
    ),
  refreshes: inboxRefreshes(kind),
})

function useInboxActions(kind: InboxKind, onGone: () => void) {
  const marking = useAction({
    ...statusChange(kind),
    done: (_changed, { status }) => statusToasts[status],
    failure: 'Error updating status',
  })
  const removal = useAction({
    ask: `Are you sure you want to delete this ${nouns[kind]}?`,
    send: (id: number) => del(inboxItemPath(kind, id)),
    // Closed first: an open item would be refetched.
    onAnswer: (_done, client, id) => {
      onGone()
      client.removeQueries({ queryKey: [inboxItemPath(kind, id)] })
    },
    refreshes: inboxRefreshes(kind).slice(0, 1),
    done: deletionToasts[kind],
    failure: (error) => toastDeletionError(nouns[kind], error),
  })
  return {
    mark: (id: number, status: MessageStatus) => marking.act({ id, status }),
    remove: removal.act,
    isBusy: marking.isPending || removal.isPending,
  }
}

/** Marks a new message as read once it is opened, unless its status has changed elsewhere. */
export function useMarkAsRead(kind: InboxKind, opened: InboxItem | null): void {
  const { send, refreshes } = statusChange(kind)
  const { mutate } = useSend(send, { refreshes })
  const unreadId = opened?.status === 'new' ? opened.id : null
  const markAsRead = useEffectEvent((id: number) => mutate({ id, status: 'read', basedOn: 'new' }))
  useEffect(() => {
    if (unreadId !== null) markAsRead(unreadId)
  }, [unreadId])
}
