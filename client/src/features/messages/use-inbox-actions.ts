import { useEffect, useEffectEvent } from 'react'
import type { MessageStatus } from '@shared/messages'
import { toastError } from '@/lib/toast-error'
import { toast } from '@/ui/toast'
import { useSetInboxStatus, type InboxItem, type InboxKind } from './inbox-api'

const statusToasts: Record<MessageStatus, string> = {
  new: 'Marked as unread',
  read: 'Reopened',
  done: 'Marked as done',
}

/** Setting aside what is dealt with and taking it up again, with what is statusToasts about it. */
export function useInboxActions(kind: InboxKind) {
  const setStatus = useSetInboxStatus(kind)

  async function mark(item: InboxItem, status: MessageStatus): Promise<void> {
    try {
      await setStatus.mutateAsync({ id: item.id, status })
      toast({ title: statusToasts[status] })
    } catch (error) {
      toastError('Error updating status', error)
    }
  }

  return { mark, isBusy: setStatus.isPending }
}

/** Marks a new message as read once it is opened, unless its status was changed elsewhere meanwhile. */
export function useMarkAsRead(kind: InboxKind, opened: InboxItem | null): void {
  const { mutate } = useSetInboxStatus(kind)
  const unreadId = opened?.status === 'new' ? opened.id : null
  const markAsRead = useEffectEvent((id: number) => mutate({ id, status: 'read', basedOn: 'new' }))
  useEffect(() => {
    if (unreadId !== null) markAsRead(unreadId)
  }, [unreadId])
}
