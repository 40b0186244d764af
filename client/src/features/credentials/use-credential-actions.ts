import type { ListedCredential } from '@shared/credentials'
import type { ReviewStatus } from '@shared/review'
import { toastDeletionError } from '@/lib/toast-error'
import { useDecide } from '@/lib/use-decide'
import { toast } from '@/ui/toast'
import { useBusyCredentials, useDeleteCredential, useSetCredentialStatus } from './api'

/** Deciding about shared logins and deleting them, with what is said about it. */
export function useCredentialActions() {
  const takeDecision = useDecide()
  const setStatus = useSetCredentialStatus()
  const deletion = useDeleteCredential()
  const busyIds = useBusyCredentials()

  /** Answers whether the decision was taken. */
  const decide = (credential: ListedCredential, status: ReviewStatus) =>
    takeDecision({
      kind: 'credential',
      name: credential.serviceName,
      status,
      send: (decision) =>
        setStatus.mutateAsync({
          id: credential.id,
          basedOn: credential.status,
          basedOnVersion: credential.version,
          ...decision,
        }),
      success: 'Credential status updated successfully',
      failure: 'Error updating credential status',
    })

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
