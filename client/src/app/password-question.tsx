import { useEffect, useState, type ComponentType } from 'react'
import { useIsSessionKnown } from '@/lib/known-session'
import { settleReauthentication, useWaitingCalls, type WaitingCall } from '@/lib/reauthentication'
import { loadIfPossible, whenIdle } from '@/lib/reload-when-stale'
import { useFormLoading } from '@/lib/lazy-part'

const load = async () =>
  (await import('@/features/accounts/reauthentication-dialog')).ReauthenticationDialog

/**
 * Asks for the password for any call that the server wants it for, on every page. Its code comes when it is needed,
 * and ahead of that for someone who is logged in.
 */
export function PasswordQuestion() {
  const [call] = useWaitingCalls()
  const isAsked = call !== undefined
  const isLoggedIn = useIsSessionKnown()
  const [Loaded, setLoaded] = useState<ComponentType<{ call: WaitingCall }> | null>(null)
  // The first letters of a password are no keys of the page.
  useFormLoading(isAsked && !Loaded)

  useEffect(() => {
    if (Loaded) return
    async function prepare() {
      const Dialog = await loadIfPossible(load)
      if (Dialog) setLoaded(() => Dialog)
      // No one may wait for a dialog that can't come.
      else settleReauthentication(false)
    }
    if (isAsked) void prepare()
    else if (isLoggedIn) whenIdle(() => void prepare())
  }, [Loaded, isAsked, isLoggedIn])

  return call && Loaded ? <Loaded key={call.id} call={call} /> : null
}
