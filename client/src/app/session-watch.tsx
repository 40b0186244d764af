import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { idleAt, knownSession, watchKnownSession } from '@/lib/known-session'
import { checkSession, onSessionEnd } from '@/lib/session'
import { dismissToast, getToasts } from '@/lib/toast-store'

/**
 * Lets no tab show what belongs to a session that has ended: in another tab, or by the time it was
 * not used. Timers pause while a machine sleeps, so every return to the page is looked at too.
 */
export function SessionWatch() {
  const queryClient = useQueryClient()

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    function check() {
      clearTimeout(timer)
      checkSession(queryClient)
      const session = knownSession()
      if (session) timer = setTimeout(check, idleAt(session) - Date.now())
    }
    const controller = new AbortController()
    const { signal } = controller
    document.addEventListener('visibilitychange', check, { signal })
    for (const event of ['focus', 'pageshow']) window.addEventListener(event, check, { signal })
    const stopWatching = watchKnownSession(check)
    check()
    return () => {
      controller.abort()
      stopWatching()
      clearTimeout(timer)
    }
  }, [queryClient])

  // They may name people.
  useEffect(() => onSessionEnd(() => getToasts().forEach(({ id }) => dismissToast(id))), [])

  return null
}
