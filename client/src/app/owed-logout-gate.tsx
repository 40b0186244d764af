import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { payOwedLogout, useIsAskedLogoutOwed } from '@/lib/owed-logout'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { toast } from '@/lib/toast-store'

/** Shows no page while the server has not received a logout: its session would open them all. */
export function OwedLogoutGate({ children }: { children: ReactNode }) {
  return useIsAskedLogoutOwed() ? <OwedLogout /> : children
}

const retryMs = 15_000

function OwedLogout() {
  const [isTrying, setIsTrying] = useState(true)

  function endOnServer() {
    payOwedLogout().then(
      () => toast({ title: 'Logged out successfully' }),
      () => setIsTrying(false),
    )
  }

  const tryAgain = useEffectEvent(endOnServer)

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    for (const event of ['online', 'focus', 'pageshow'])
      window.addEventListener(event, () => tryAgain(), { signal })
    const timer = setInterval(() => tryAgain(), retryMs)
    tryAgain()
    return () => {
      controller.abort()
      clearInterval(timer)
    }
  }, [])

  function handleClick() {
    setIsTrying(true)
    endOnServer()
  }

  return (
    <main className="shell py-section">
      <div role="status">
        <EmptyState
          title="You are logged out in this browser"
          description="We couldn’t reach the portal to end your session there too. We’ll do that as soon as the connection is back. Until then, please don’t let anyone else use this device."
          action={
            <Button pending={isTrying} onClick={handleClick}>
              Try Again
            </Button>
          }
        />
      </div>
    </main>
  )
}
