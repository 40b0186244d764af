import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { toastDeletionError, toastError } from '@/lib/toast-error'
import { toast } from '@/ui/toast'
import { useBusyUsers, useDeleteUser, useSetUserStatus } from './api'

const whatGoes =
  'This removes their details, their documents with every earlier version and backup copy, their shared logins, our emails to them, and their sessions, at once and for good. The audit trail keeps that it happened.'

/** Deciding about users and deleting them, with what is said about it. */
export function useUserActions() {
  const setStatus = useSetUserStatus()
  const deletion = useDeleteUser()
  const busyIds = useBusyUsers()

  /** Answers whether the decision was taken. */
  async function decide(user: ListedUser, status: ReviewStatus): Promise<boolean> {
    try {
      await setStatus.mutateAsync({ id: user.id, status, basedOn: user.status })
      toast({ title: 'Status updated successfully' })
      return true
    } catch (error) {
      toastError('Failed to update user status', error)
      return false
    }
  }

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
