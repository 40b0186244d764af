import type { ReviewStatus } from '@shared/review'
import type { ListedUser, WaitingOfUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { toastDeletionError } from '@/lib/toast-error'
import { useDecide } from '@/lib/use-decide'
import { toast } from '@/ui/toast'
import { useBusyUsers, useDeleteUser, useSetUserStatus } from './api'

/** What is approved in the same act as a person, and what it is called. */
export interface AlsoApproved {
  waiting: WaitingOfUser
  text: string
}

/** What deleting someone removes, said before it is done. */
export const whatGoes =
  'This removes their details, their documents with every earlier version and backup copy, their shared logins, our emails to them, and their sessions, at once and for good. The audit trail keeps that it happened.'

/** Deciding about users and deleting them, with what is said about it. */
export function useUserActions() {
  const takeDecision = useDecide()
  const setStatus = useSetUserStatus()
  const deletion = useDeleteUser()
  const busyIds = useBusyUsers()

  /** Answers whether the decision was taken. */
  const decide = (user: ListedUser, status: ReviewStatus, also?: AlsoApproved) =>
    takeDecision({
      kind: 'user',
      name: fullName(user),
      status,
      send: (decision) =>
        setStatus.mutateAsync({
          id: user.id,
          basedOn: user.status,
          ...decision,
          ...(also && { alsoApprove: also.waiting }),
        }),
      success: 'Status updated successfully',
      failure: 'Failed to update user status',
      also: also?.text,
    })

  async function remove(user: ListedUser): Promise<void> {
    const question = `Are you sure you want to delete user ${fullName(user)}?`
    if (!window.confirm(`${question}\n\n${whatGoes}`)) return
    try {
      await deletion.mutateAsync({ id: user.id })
      toast({ title: 'User deleted' })
    } catch (error) {
      toastDeletionError('user', error)
    }
  }

  return { decide, remove, busyIds }
}
