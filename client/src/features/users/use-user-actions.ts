import type { ReviewStatus } from '@shared/review'
import type { ListedUser } from '@shared/users'
import { fullName } from '@/lib/format'
import { toastDeletionError, toastError } from '@/lib/toast-error'
import { toast } from '@/ui/toast'
import { useBusyUsers, useDeleteUser, useSetUserStatus } from './api'

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
    if (!window.confirm(`Are you sure you want to delete user ${fullName(user)}?`)) return
    try {
      await deletion.mutateAsync({ id: user.id })
      toast({ title: 'User deleted' })
    } catch (error) {
      toastDeletionError('user', error)
    }
  }

  return { decide, remove, busyIds }
}
