import type { QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@shared/accounts'
import {
  forgetSession,
  idleAt,
  queueLogout,
  rememberSession,
  sendPendingLogout,
  sessionHint,
} from './session-hint'
import { createStore, useStore } from './store'
import { actsKey, forgetDrafts, keepTabText } from './tab-storage'

export const sessionKey = ['/api/user'] as const

/** How the last session of this page ended: asked for by the person, or not. */
const ending = createStore<'asked' | 'unasked' | null>(null)

/** Whether the session ended without anyone having asked for it on this page. */
export const useHasSessionEnded = () => useStore(ending) === 'unasked'

/** Calls the listener when a session has ended, for parts that are shown outside of the pages. */
export const onSessionEnd = (listener: () => void) =>
  ending.subscribe(() => {
    if (ending.get()) listener()
  })

/** Someone has logged in: no one may see what someone else loaded. */
export function beginSession(client: QueryClient, user: CurrentUser): void {
  ending.set(null)
  showOnly(client, user)
  rememberSession(user)
}

/** Drops everything that was loaded, in all tabs; `isAsked` when the person wanted it so. */
export function endSession(client: QueryClient, options: { isAsked?: boolean } = {}): void {
  const wasKnown = sessionHint() !== null || Boolean(client.getQueryData(sessionKey))
  showOnly(client, null)
  if (options.isAsked) forgetDrafts()
  if (!wasKnown) return
  forgetSession()
  ending.set(options.isAsked ? 'asked' : 'unasked')
}

/** Keeps what this tab shows true to what the tabs know together, and to the time. */
export function checkSession(client: QueryClient): void {
  const known = sessionHint()
  const user = client.getQueryData<CurrentUser | null>(sessionKey)
  if (known && Date.now() >= idleAt(known)) {
    // Its last use may have been one that only the server saw.
    queueLogout('idle')
    endSession(client)
    sendPendingLogout().catch(() => undefined)
  } else if (user && !known) {
    endSession(client)
  } else if (known && user !== undefined && user?.id !== known.userId) {
    dropLoaded(client)
    void client.resetQueries({ queryKey: sessionKey })
  }
}

/** Takes over the server’s word on who is logged in. */
export function syncSession(client: QueryClient, user: CurrentUser | null): void {
  if (user) rememberSession(user)
  else endSession(client)
}

function showOnly(client: QueryClient, user: CurrentUser | null): void {
  keepTabText(actsKey, null)
  // A slow earlier answer must not come after this one.
  void client.cancelQueries({ queryKey: sessionKey })
  client.setQueryData(sessionKey, user)
  dropLoaded(client)
}

function dropLoaded(client: QueryClient): void {
  client.removeQueries({
    predicate: ({ queryKey, meta }) => queryKey[0] !== sessionKey[0] && !meta?.['isPublic'],
  })
  client.getMutationCache().clear()
}
