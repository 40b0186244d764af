import { createSharedText } from './shared-text'
import { useStore } from './store'

/** Why a session that has ended here is still to be ended on the server. */
export type PendingLogout = 'asked' | 'idle'

const stored = createSharedText('logout-owed')
const timeoutMs = 10_000

export const queueLogout = (why: PendingLogout) => stored.set(why)

export const isLogoutPending = () => stored.get() !== null

/** Whether someone has pressed Logout and the server has not received it. */
export const useIsAskedLogoutPending = () => useStore(stored) === ('asked' satisfies PendingLogout)

let sending: Promise<void> | null = null

/** Ends on the server what has ended here. No other call is made before that; throws while it cannot be. */
export function sendPendingLogout(): Promise<void> {
  sending ??= oneTabAtATime(send).finally(() => {
    sending = null
  })
  return sending
}

async function send(): Promise<void> {
  // Another tab may have been faster; what is ended now could be the next person's session.
  if (!isLogoutPending()) return
  const response = await fetch('/api/logout', {
    method: 'POST',
    credentials: 'include',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The logout was answered with ${response.status}.`)
  stored.set(null)
}

/** Browsers have locks on https and on the machine itself, which is where the portal runs. */
async function oneTabAtATime(run: () => Promise<void>): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request('logout', run) : run()
}
