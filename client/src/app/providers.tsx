import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState, type ReactNode, Component } from 'react'
import { useIsSessionKnown, idleAt, knownSession, watchKnownSession } from '@/lib/known-session'
import { lazyPage } from '@/lib/lazy-part'
import { createQueryClient } from '@/lib/query-client'
import { useToasts, dismissToast, getToasts } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { checkSession, onSessionEnd } from '@/lib/session'
import { OwedLogoutGate } from './owed-logout-gate'
import { PasswordQuestion } from './password-question'
import { StaleErrors } from './stale-errors'

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <SessionWatch />
      <StaleErrors />
      <ErrorBoundary>
        <OwedLogoutGate>{children}</OwedLogoutGate>
      </ErrorBoundary>
      <PasswordQuestion />
      <Toasts />
    </QueryClientProvider>
  )
}

const loadToaster = () => import('@/ui/toast')
const Toaster = lazyPage(loadToaster)

/**
 * A visitor who only reads loads nothing of it. It is fetched at the first touch, or immediately for someone who
 * is logged in, not with the first toast: by then the network may be lost, or its file gone after an update,
 * and a reload would lose what was typed.
 */
function Toasts() {
  const hasToast = useToasts().length > 0
  const isLoggedIn = useIsSessionKnown()

  useEffect(() => {
    const controller = new AbortController()
    function prepare() {
      controller.abort()
      // The first toast tries again.
      loadToaster().catch(() => undefined)
    }
    if (isLoggedIn) prepare()
    for (const touch of ['pointerdown', 'focusin', 'keydown'])
      document.addEventListener(touch, prepare, { capture: true, signal: controller.signal })
    return () => controller.abort()
  }, [isLoggedIn])

  return hasToast ? (
    <ErrorBoundary fallback={null}>
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    </ErrorBoundary>
  ) : null
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Instead of the message, for what a page can do without. */
  fallback?: ReactNode
}

/** A page that broke, or could not be loaded, says so and offers the one thing that helps. */
class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { children, fallback } = this.props
    if (!this.state.hasFailed) return children
    if (fallback !== undefined) return fallback
    return (
      <main className="shell py-section" role="alert">
        <EmptyState
          title="We couldn’t show this page"
          description="Your connection may have dropped, or the portal may have been updated. Anything you’ve submitted is safe."
          action={<Button onClick={() => window.location.reload()}>Reload the Page</Button>}
        />
      </main>
    )
  }
}

/**
 * Lets no tab show what belongs to a session that has ended: in another tab, or by the time it was
 * not used. Timers pause while a machine sleeps, so every return to the page is looked at too.
 */
function SessionWatch() {
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
