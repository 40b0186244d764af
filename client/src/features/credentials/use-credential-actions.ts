import type { ListedCredential } from '@shared/credentials'
import type { ReviewStatus } from '@shared/review'
import { toastDeletionError, toastError } from '@/lib/toast-error'
import { toast } from '@/ui/toast'
import { useBusyCredentials, useDeleteCredential, useSetCredentialStatus } from './api'

/** Deciding about shared logins and deleting them, with what is said about it. */
export function useCredentialActions() {
  const setStatus = useSetCredentialStatus()
  const deletion = useDeleteCredential()
  const busyIds = useBusyCredentials()

  async function decide(credential: ListedCredential, status: ReviewStatus): Promise<void> {
    try {
      await setStatus.mutateAsync({ id: credential.id, status, basedOn: credential.status })
      toast({ title: 'Credential status updated successfully' })
    } catch (error) {
      toastError('Error updating credential status', error)
    }
  }

  async function remove(credential: ListedCredential): Promise<void> {
    const question = `Are you sure you want to delete these credentials for ${credential.serviceName}?`
    if (!window.confirm(question)) return
    try {
      await deletion.mutateAsync({ id: credential.id })
      toast({ title: 'Credentials deleted' })
    } catch (error) {
      toastDeletionError('credentials', error)
    }
  }

  return { decide, remove, busyIds }
}
