import { useEffect } from 'react'
import type { Reauthentication } from '@shared/accounts'
import { later } from '@/lib/later'
import { settleReauthentication, useWaitingCalls } from '@/lib/reauthentication'
import { Dialog } from '@/ui/dialog'
import { useReauthenticate } from './account-api'
import { useSession } from './use-session'

const ReauthenticationForm = later(
  async () => (await import('./reauthentication-form')).ReauthenticationForm,
)

interface ReauthenticationDialogProps {
  /** Why it asks, and for what. */
  description?: string
  /** Whether two-step login is on. */
  asksForCode: boolean
}

/** Asks for password and code when a call wants them; the call then goes on with what was typed. */
export function ReauthenticationDialog({
  description = 'We’ll remember for 10 minutes that it’s you.',
  asksForCode,
}: ReauthenticationDialogProps) {
  const calls = useWaitingCalls()
  const { user } = useSession()
  const proving = useReauthenticate()
  // No one may wait for a dialog that is gone.
  useEffect(() => () => settleReauthentication(false), [])

  async function handleConfirm(typed: Reauthentication) {
    const { currentPassword, ...code } = typed
    if (calls.some(({ send }) => !send))
      await proving.mutateAsync({ password: currentPassword, ...code })
    for (const { send } of calls) await send?.(typed)
    settleReauthentication(true)
  }

  return (
    <Dialog
      open={calls.length > 0}
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
