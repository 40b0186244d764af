import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { sessionIdleMs } from '@shared/sessions'
import { formatSince } from '@/lib/format'
import { request } from '@/lib/http'
import { sessionKey } from '@/lib/session'
import { idleAt, sessionHint, watchSessionHint } from '@/lib/session-hint'
import { useAction } from '@/lib/use-action'
import { ActionButton } from '@/ui/button'
import { Dialog } from '@/ui/dialog'
import { LogoutButton } from './logout-button'

/** Someone who reads slowly needs that long to answer. No one is asked about a day. */
const warnedMs = 2 * 60_000
const longMs = 20 * 3_600_000

/** When the session ends unless it is used, once that is near. */
function nearIdleEnd(): number | null {
  const known = sessionHint()
  return known && known.idleMs < longMs && Date.now() >= idleAt(known) - warnedMs
    ? idleAt(known)
    : null
}

/** Calls the listener when that end comes near, and when it has moved. */
function watchIdleEnd(listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>
  function arm() {
    clearTimeout(timer)
    const known = sessionHint()
    const leftMs = known ? idleAt(known) - warnedMs - Date.now() : 0
    if (leftMs > 0) timer = setTimeout(tell, leftMs)
  }
  function tell() {
    arm()
    listener()
  }
  arm()
  const stop = watchSessionHint(tell)
  // Timers pause while a machine sleeps.
  document.addEventListener('visibilitychange', tell)
  return () => {
    clearTimeout(timer)
    stop()
    document.removeEventListener('visibilitychange', tell)
  }
}

const idleMinutes = sessionIdleMs.administrator / 60_000

/** Asks before a session ends that no one uses. Whoever closes it is there. */
export function IdleQuestion() {
  const endsAt = useSyncExternalStore(watchIdleEnd, nearIdleEnd)
  const staying = useAction({
    // Any call that the server answers will do.
    send: () => request<CurrentUser>('/api/user'),
    sets: sessionKey,
    failure: 'We couldn’t keep you logged in',
  })

  if (endsAt === null) return null
  return (
    <Dialog
      open
      onClose={() => void staying.act()}
      title="Are You Still There?"
      warning={`You’ll be logged out at ${formatSince(new Date(endsAt).toISOString())}, after ${idleMinutes} minutes without activity.`}
      footer={
        <>
          <LogoutButton />
          <ActionButton action={staying}>Stay Logged In</ActionButton>
        </>
      }
    />
  )
}
