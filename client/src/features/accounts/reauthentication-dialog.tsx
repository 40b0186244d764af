import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Reauthentication } from '@shared/accounts'
import { onSessionEnd } from '@/lib/session'
import { settleReauthentication, type WaitingCall } from '@/lib/reauthentication'
import { Dialog } from '@/ui/dialog'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { useReauthenticate } from './account-api'
import { ReauthenticationForm } from './reauthentication-form'
import { secondFactorQuery } from './second-factor-api'
import { useSession } from './use-session'

const cancelAll = () => settleReauthentication(false)

/** Asks for password and code when a call wants them; the call then goes on with what was typed. */
export function ReauthenticationDialog({ call }: { call: WaitingCall }) {
  const { question, send } = call
  const { user } = useSession()
  const { data: secondFactor, isError, refetch } = useQuery(secondFactorQuery)
  const proving = useReauthenticate()
  const [location] = useLocation()
  const [askedAt] = useState(location)
  // Whoever leaves the page, or is logged out, is not asked any more.
  useEffect(() => {
    if (location !== askedAt) cancelAll()
  }, [location, askedAt])
  useEffect(() => onSessionEnd(cancelAll), [])

  async function handleConfirm(typed: Reauthentication) {
    const { currentPassword, ...code } = typed
    await (send ? send(typed) : proving.mutateAsync({ password: currentPassword, ...code }))
    settleReauthentication(true, call)
  }
  const cancel = () => settleReauthentication(false, call)

  return (
    <Dialog
      open
      onClose={cancel}
      title={question?.title ?? 'Confirm It’s You'}
      description={question?.why ?? 'We’ll remember for 10 minutes that it’s you.'}
    >
      {isError && !secondFactor ? <LoadError what="The form" onRetry={refetch} /> : null}
      {secondFactor ? (
        <ReauthenticationForm
          email={user?.email ?? ''}
          submitLabel={question?.submitLabel ?? 'Continue'}
          asksForCode={secondFactor.isOn}
          onConfirm={handleConfirm}
          onCancel={cancel}
        />
      ) : null}
      {!secondFactor && !isError ? <Skeleton className="h-40" /> : null}
    </Dialog>
  )
}
