import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { lazyPart } from '@/lib/lazy-part'
import { checkSession, onSessionEnd } from '@/lib/session'
import {
  idleAt,
  nearIdleEnd,
  sessionHint,
  watchIdleEnd,
  watchSessionHint,
} from '@/lib/session-hint'
import { dismissToast, getToasts } from '@/lib/toast-store'

const IdleQuestion = lazyPart(() => import('@/features/accounts/idle-question'))

/**
 * Lets no tab show what belongs to a session that has ended: in another tab, or by the time it was
 * not used. Timers pause while a machine sleeps, so every return to the page is looked at too. Where that time is
 * short, it asks before.
 */
export function SessionWatch() {
  const queryClient = useQueryClient()
  const endsAt = useSyncExternalStore(watchIdleEnd, nearIdleEnd)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function check() {
      clearTimeout(timer)
      checkSession(queryClient)
      const session = sessionHint()
      if (session) timer = setTimeout(check, idleAt(session) - Date.now())
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', check, { signal })
    for (const event of ['focus', 'pageshow']) window.addEventListener(event, check, { signal })
    const stopWatching = watchSessionHint(check)
    check()
    return () => {
      controller.abort()
      stopWatching()
      clearTimeout(timer)
    }
  }, [queryClient])

  // They may name people.
  useEffect(() => onSessionEnd(() => getToasts().forEach(({ id }) => dismissToast(id))), [])

  return endsAt === null ? null : <IdleQuestion endsAt={endsAt} />
}
