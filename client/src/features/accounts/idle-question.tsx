import type { CurrentUser } from '@shared/accounts'
import { sessionIdleMs } from '@shared/sessions'
import { formatSince } from '@/lib/format'
import { request } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LogoutButton } from './logout-button'

const idleMinutes = sessionIdleMs.administrator / 60_000

/** Asks before a session ends that no one uses. Whoever closes it is there. */
export function IdleQuestion({ endsAt }: { endsAt: number }) {
  const staying = useAction({
    // Any call that the server answers will do.
    send: () => request<CurrentUser>('/api/user'),
    sets: sessionKey,
    failure: 'We couldn’t keep you logged in',
  })

  return (
    <Dialog
      open
      isAlert
      onClose={() => void staying.act()}
      title="Are You Still There?"
      description={`You’ll be logged out at ${formatSince(new Date(endsAt).toISOString())}, after ${idleMinutes} minutes without activity.`}
      footer={
        <>
          <LogoutButton />
          <ActionButton action={staying}>Stay Logged In</ActionButton>
        </>
      }
    />
  )
}
