import type { OwnCredential } from '@shared/credentials'
import { del } from '@/lib/http'
import { toastError } from '@/lib/toast-error'
import { toast } from '@/lib/toast-store'
import { useSend } from '@/lib/use-send'
import { ownCredentialsPath } from './api'

/** Asks, and deletes a login that the person has shared. */
export function useWithdrawLogin() {
  const withdrawal = useSend(({ id }: { id: number }) => del(`${ownCredentialsPath}/${id}`), {
    refreshes: [ownCredentialsPath],
  })

  async function withdraw(login: OwnCredential, isOnlyProof: boolean): Promise<void> {
    const question = `Are you sure you want to withdraw your login for ${login.serviceName}? We’ll delete it right away.`
    const consequence = ' You’ll need to upload a document so we can continue your review.'
    if (!window.confirm(isOnlyProof ? question + consequence : question)) return
    try {
      await withdrawal.mutateAsync({ id: login.id })
      toast({ title: 'Login withdrawn', description: 'We deleted it, password included.' })
    } catch (error) {
      toastError('Your login was not withdrawn', error)
    }
  }

  return { withdraw, busyId: withdrawal.isPending ? withdrawal.variables.id : null }
}
