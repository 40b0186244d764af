import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useIsSessionKnown } from '@/lib/known-session'
import { createQueryClient } from '@/lib/query-client'
import { useToasts } from '@/lib/toast-store'
import { ErrorBoundary } from './error-boundary'
import { OwedLogoutGate } from './owed-logout-gate'
import { SessionWatch } from './session-watch'
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
      <Toasts />
    </QueryClientProvider>
  )
}

const loadToaster = async () => ({ default: (await import('@/ui/toast')).Toaster })
const Toaster = lazy(loadToaster)

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
