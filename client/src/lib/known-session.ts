import type { CurrentUser } from '@shared/accounts'
import { sessionIdleMs } from '@shared/sessions'
import { createSharedText } from './shared-text'

/** What this browser knows of its session: whose it is, and until when it lives unused. */
export interface KnownSession {
  userId: number
  idleMs: number
  usedAt: number
}

const stored = createSharedText('session')

export function knownSession(): KnownSession | null {
  const [userId, idleMs, usedAt] = (stored.get() ?? '').split(' ').map(Number)
  return userId && idleMs && usedAt ? { userId, idleMs, usedAt } : null
}

const store = ({ userId, idleMs, usedAt }: KnownSession) =>
  stored.set([userId, idleMs, usedAt].join(' '))

export function rememberSession(user: Pick<CurrentUser, 'id' | 'isAdmin'>): void {
  const idleMs = user.isAdmin ? sessionIdleMs.administrator : sessionIdleMs.partner
  store({ userId: user.id, idleMs, usedAt: Date.now() })
}

/** Every call that the server answers lets the session live on, as it does there. */
export function noteAnswer(status: number): void {
  const known = knownSession()
  if (known && status !== 401 && status < 500) store({ ...known, usedAt: Date.now() })
}

export const forgetSession = () => stored.set(null)

export const idleAt = ({ usedAt, idleMs }: KnownSession) => usedAt + idleMs

export const watchKnownSession = stored.subscribe
