import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { Reauthentication } from '@shared/accounts'
import { post } from '@/lib/http'
import { onSessionEnd } from '@/lib/session'
import { settleReauthentication, type WaitingCall } from '@/lib/reauthentication'
import { Dialog } from '@/ui/dialog'
import { Loaded } from '@/ui/loaded'
import { ReauthenticationForm } from './reauthentication-form'
import { secondFactorQuery } from './account-api'
import { useSession } from './use-session'

const cancelAll = () => settleReauthentication(false)

/** Asks for password and code when a call wants them; the call then goes on with what was typed. */
export function ReauthenticationDialog({ call }: { call: WaitingCall }) {
  const { question, send } = call
  const { user } = useSession()
  const secondFactor = useQuery(secondFactorQuery)
  const [location] = useLocation()
  const [askedAt] = useState(location)
  // Whoever leaves the page, or is logged out, is not asked any more.
  useEffect(() => {
    if (location !== askedAt) cancelAll()
  }, [location, askedAt])
  useEffect(() => onSessionEnd(cancelAll), [])

  async function handleConfirm(typed: Reauthentication) {
    const { currentPassword, ...code } = typed
    await (send ? send(typed) : post('/api/reauthenticate', { password: currentPassword, ...code }))
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
      <Loaded query={secondFactor} what="The form" skeleton="h-40">
        {({ isOn }) => (
          <ReauthenticationForm
            email={user?.email ?? ''}
            submitLabel={question?.submitLabel ?? 'Continue'}
            asksForCode={isOn}
            onConfirm={handleConfirm}
            onCancel={cancel}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
