import { useEffect, useEffectEvent } from 'react'
import type { MessageStatus } from '@shared/messages'
import { toastDeletionError, toastError } from '@/lib/toast-error'
import { toast } from '@/lib/toast-store'
import { useDeleteInboxItem, useSetInboxStatus, type InboxItem, type InboxKind } from './inbox-api'

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

/** Setting aside what is dealt with, taking it up again and deleting it, with what is said about it. */
export function useInboxActions(kind: InboxKind) {
  const setStatus = useSetInboxStatus(kind)
  const deletion = useDeleteInboxItem(kind)

  async function mark(item: InboxItem, status: MessageStatus): Promise<void> {
    try {
      await setStatus.mutateAsync({ id: item.id, status })
      toast({ title: statusToasts[status] })
    } catch (error) {
      toastError('Error updating status', error)
    }
  }

  /** Calls `onGone` once it is. */
  async function remove(item: InboxItem, onGone: () => void): Promise<void> {
    if (!window.confirm(`Are you sure you want to delete this ${nouns[kind]}?`)) return
    try {
      await deletion.mutateAsync({ id: item.id, onGone })
      toast({ title: deletionToasts[kind] })
    } catch (error) {
      toastDeletionError(nouns[kind], error)
    }
  }

  return { mark, remove, isBusy: setStatus.isPending || deletion.isPending }
}

/** Marks a new message as read once it is opened, unless its status has changed elsewhere. */
export function useMarkAsRead(kind: InboxKind, opened: InboxItem | null): void {
  const { mutate } = useSetInboxStatus(kind)
  const unreadId = opened?.status === 'new' ? opened.id : null
  const markAsRead = useEffectEvent((id: number) => mutate({ id, status: 'read', basedOn: 'new' }))
  useEffect(() => {
    if (unreadId !== null) markAsRead(unreadId)
  }, [unreadId])
}
