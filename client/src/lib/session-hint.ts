import { useSyncExternalStore } from 'react'
import type { CurrentUser } from '@shared/accounts'
import { linkExpired, sessionIdleMs } from '@shared/sessions'
import { createSharedText, useStore } from './store'

/** The session as this browser knows it: whose it is, and until when it lives unused. */
interface SessionHint {
  userId: number
  idleMs: number
  usedAt: number
}

/** A page brings dozens of answers, and every note of one is a write to the browser's storage. */
const notedMs = 1_000

const stored = createSharedText('session')

export function sessionHint(): SessionHint | null {
  const [userId, idleMs, usedAt] = (stored.get() ?? '').split(' ').map(Number)
  return userId && idleMs && usedAt ? { userId, idleMs, usedAt } : null
}

const store = ({ userId, idleMs, usedAt }: SessionHint) =>
  stored.set([userId, idleMs, usedAt].join(' '))

export function rememberSession(user: Pick<CurrentUser, 'id' | 'isAdmin'>): void {
  const idleMs = user.isAdmin ? sessionIdleMs.administrator : sessionIdleMs.partner
  store({ userId: user.id, idleMs, usedAt: Date.now() })
}

/** Whether an answer says that no one is logged in. */
export const isLoggedOut = (answer: { status: number; code: string | null }) =>
  answer.status === 401 && answer.code !== linkExpired

/** Every call that the server answers lets the session live on, as it does there. */
export function extendSessionHint(answer: { status: number; code: string | null }): void {
  const known = sessionHint()
  if (!known || isLoggedOut(answer) || answer.status >= 500) return
  const usedAt = Date.now()
  if (Math.abs(usedAt - known.usedAt) >= notedMs) store({ ...known, usedAt })
}

export const forgetSession = () => stored.set(null)

export const idleAt = ({ usedAt, idleMs }: SessionHint) => usedAt + idleMs

export const watchSessionHint = stored.subscribe

/** Whether this browser was logged in at the last answer: no request is made to find out. */
export const useIsSessionKnown = () =>
  useSyncExternalStore(stored.subscribe, () => sessionHint() !== null)

/** Why a session that has ended here is still to be ended on the server. */
export type PendingLogout = 'asked' | 'idle'

const pendingLogout = createSharedText('logout-owed')
const timeoutMs = 10_000

export const queueLogout = (why: PendingLogout) => pendingLogout.set(why)

export const isLogoutPending = () => pendingLogout.get() !== null

/** Whether someone has pressed Logout and the server has not received it. */
export const useIsAskedLogoutPending = () =>
  useStore(pendingLogout) === ('asked' satisfies PendingLogout)

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
  pendingLogout.set(null)
}

/** Browsers have locks on https and on the machine itself, which is where the portal runs. */
async function oneTabAtATime(run: () => Promise<void>): Promise<void> {
  const locks: LockManager | null | undefined = navigator.locks
  return locks ? locks.request('logout', run) : run()
}
