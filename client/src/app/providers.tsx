import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import {
  Suspense,
  useEffect,
  useState,
  type ReactNode,
  Component,
  useEffectEvent,
  useRef,
  type ComponentType,
} from 'react'
import { useLocation, useSearch } from 'wouter'
import {
  idleAt,
  sendPendingLogout,
  sessionHint,
  useIsAskedLogoutPending,
  useIsSessionKnown,
  watchSessionHint,
} from '@/lib/session-hint'
import { keepFocus } from '@/lib/focus'
import { lazyPage, loadIfPossible, useFormLoading, whenIdle } from '@/lib/lazy-part'
import { createQueryClient } from '@/lib/query-client'
import { settleReauthentication, useWaitingCalls, type WaitingCall } from '@/lib/reauthentication'
import { checkSession, onSessionEnd } from '@/lib/session'
import { useToasts, dismissToast, getToasts, toast } from '@/lib/toast-store'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => keepFocus(), [])
  const isLogoutPending = useIsAskedLogoutPending()
  return (
    <QueryClientProvider client={queryClient}>
      <SessionWatch />
      <StaleErrors />
      <ErrorBoundary>{isLogoutPending ? <PendingLogout /> : children}</ErrorBoundary>
      <PasswordQuestion />
      <Toasts />
    </QueryClientProvider>
  )
}

const loadToaster = () => import('@/ui/toast').then((part) => part.Toaster)
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
      void loadIfPossible(loadToaster)
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
      <main className="shell py-section">
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

  return null
}

const retryMs = 15_000

/** In place of any page while the server has not received a logout: its session would open them all. */
function PendingLogout() {
  const [isTrying, setIsTrying] = useState(true)

  function endOnServer() {
    sendPendingLogout().then(
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
      <EmptyState
        title="You are logged out in this browser"
        description="We couldn’t reach the portal to end your session there too. We’ll do that as soon as the connection is back. Until then, please don’t let anyone else use this device."
        action={
          <Button pending={isTrying} onClick={handleClick}>
            Try Again
          </Button>
        }
      />
    </main>
  )
}

/**
 * Takes an error off the screen once it is history: when the next thing is sent, and when another tab
 * or row of the same page is shown. (A redirect may be what the error explains, so it stays then.)
 */
export function StaleErrors() {
  const queryClient = useQueryClient()
  const [path] = useLocation()
  const search = useSearch()
  const shown = useRef({ path, search })

  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'pending') dismissErrors()
      }),
    [queryClient],
  )

  useEffect(() => {
    if (shown.current.path === path && shown.current.search !== search) dismissErrors()
    shown.current = { path, search }
  }, [path, search])

  return null
}

function dismissErrors() {
  for (const { id, variant } of getToasts()) if (variant === 'destructive') dismissToast(id)
}

const load = async () =>
  (await import('@/features/accounts/reauthentication-dialog')).SessionQuestions

/**
 * Asks for the password for any call that the server wants it for, and before a session ends unused, on every page.
 * Its code comes when it is needed, and ahead of that for someone who is logged in.
 */
export function PasswordQuestion() {
  const [call] = useWaitingCalls()
  const isAsked = call !== undefined
  const isLoggedIn = useIsSessionKnown()
  const [Loaded, setLoaded] = useState<ComponentType<{ call: WaitingCall | undefined }>>()
  // The first letters of a password are no keys of the page.
  useFormLoading(isAsked && !Loaded)

  useEffect(() => {
    if (Loaded) return undefined
    const controller = new AbortController()
    async function prepare() {
      const Dialog = await loadIfPossible(load)
      if (Dialog) setLoaded(() => Dialog)
      // No one may wait for a dialog that can't come.
      else settleReauthentication(false)
    }
    if (isAsked) void prepare()
    else if (isLoggedIn) whenIdle(() => controller.signal.aborted || void prepare())
    return () => controller.abort()
  }, [Loaded, isAsked, isLoggedIn])
  return Loaded ? <Loaded call={call} /> : null
}
