import { useEffect, useEffectEvent } from 'react'
import type { MessageStatus, MessageStatusChange } from '@shared/messages'
import { del, patch } from '@/lib/http'
import { toastDeletionError } from '@/lib/toast-error'
import { useAction } from '@/lib/use-action'
import { useSend } from '@/lib/use-send'
import { inboxItemPath, inboxRefreshes, type InboxItem, type InboxKind } from './inbox-api'

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

/** Setting aside what is dealt with, taking it up again and deleting it, with what is said about it. */
export function useInboxActions(kind: InboxKind, onGone: () => void) {
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
