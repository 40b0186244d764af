import { useEffect } from 'react'
import type { Reauthentication } from '@shared/accounts'
import { settleReauthentication, useIsReauthenticationAsked } from '@/lib/reauthentication'
import { Dialog } from '@/ui/dialog'
import { useReauthenticate } from './account-api'
import { ReauthenticationForm } from './reauthentication-form'
import { useSession } from './use-session'

interface ReauthenticationDialogProps {
  /** Why it asks, and for what. */
  description: string
  /** Whether two-step login is on. */
  asksForCode: boolean
}

/** Asks for password and code when a call wants them; the call then goes on with what was typed. */
export function ReauthenticationDialog({ description, asksForCode }: ReauthenticationDialogProps) {
  const isAsked = useIsReauthenticationAsked()
  const { user } = useSession()
  const proving = useReauthenticate()
  // No one may wait for a dialog that is gone.
  useEffect(() => () => settleReauthentication(false), [])

  async function handleConfirm({ currentPassword, ...code }: Reauthentication) {
    await proving.mutateAsync({ password: currentPassword, ...code })
    settleReauthentication(true)
  }

  return (
    <Dialog
      open={isAsked}
      onClose={() => settleReauthentication(false)}
      title="Confirm It’s You"
      description={description}
    >
      <ReauthenticationForm
        email={user?.email ?? ''}
        submitLabel="Continue"
        failure="We couldn’t confirm it’s you"
        asksForCode={asksForCode}
        onConfirm={handleConfirm}
        onCancel={() => settleReauthentication(false)}
      />
    </Dialog>
  )
}
