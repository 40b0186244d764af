import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { sessionIdleMs } from '@shared/sessions'
import { useLogout } from '@/features/accounts/api'
import { SessionEndedNotice } from '@/features/accounts/session-ended-notice'
import { useAdminStatus, useSession } from '@/features/accounts/use-session'
import { lazyPage } from '@/lib/lazy-part'
import { paths } from '@/lib/paths'
import { useRedirectAfter } from '@/lib/use-redirect-after'
import { Button, buttonClass } from '@/ui/button'
import { toast } from '@/lib/toast-store'
import { GatePanel } from './gate-panel'
import { ReadyAccount } from './guards'
import { PageLoading } from './page-loading'

const redirectDelayMs = 1000

/**
 * Lets the administrator in. Anyone else stays at the same address: with a login panel, which also
 * appears when the session ends in the middle of work, or with 'Access Denied'. An administrator whose
 * account is not ready finishes it first.
 */
export function AdminGate({ children }: { children: ReactNode }) {
  const session = useSession({ retry: 1 })
  const status = useAdminStatus({ enabled: session.user !== null })

  if (session.isLoading || status.isLoading) return <PageLoading />
  if (session.isError) return <Unreachable onRetry={session.retry} />
  if (!session.user)
    return (
      <Suspense fallback={<PageLoading />}>
        <AdminLogin />
      </Suspense>
    )
  if (status.isError) return <Unreachable onRetry={status.retry} />
  if (!status.isAdmin) return <AccessDenied />
  return <ReadyAccount user={session.user}>{children}</ReadyAccount>
}

/** The session could not be checked, which is no reason to deny access. */
function Unreachable({ onRetry }: { onRetry: () => void }) {
  return (
    <GatePanel title="We can’t reach the portal">
      <p className="mt-2 text-muted">Check your connection and try again. Nothing is lost.</p>
      <Button className="mt-6" onClick={onRetry}>
        Try Again
      </Button>
    </GatePanel>
  )
}

// A person who is logged in needs no forms for it.
const LoginForm = lazyPage(() =>
  import('@/features/accounts/login-form').then((part) => part.LoginForm),
)

const idleMinutes = sessionIdleMs.administrator / 60_000

const onlyOneAdmin = 'Only one designated admin account has access to this area.'

function AdminLogin() {
  return (
    <GatePanel title="Admin Login">
      <p className="mt-2 text-muted">{onlyOneAdmin}</p>
      <p className="mb-6 text-muted">
        You’re logged out after {idleMinutes} minutes without activity.
      </p>
      <SessionEndedNotice className="mb-6" />
      <LoginForm onSuccess={() => undefined} />
    </GatePanel>
  )
}

function AccessDenied() {
  const logout = useLogout()
  const [, navigate] = useLocation()
  const [isLeaving, setIsLeaving] = useState(true)
  useRedirectAfter(isLeaving ? paths.home : null, redirectDelayMs)

  useEffect(() => {
    toast({
      title: 'Admin access required',
      description: 'You need administrator privileges to access this page.',
      variant: 'destructive',
    })
  }, [])

  async function handleSwitch() {
    setIsLeaving(false)
    // The login panel takes this one's place as soon as no one is logged in.
    await logout.mutateAsync().catch(() => navigate(paths.home))
  }

  return (
    <GatePanel title="Access Denied">
      <p className="mt-2 text-muted">{onlyOneAdmin}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link href={paths.home} className={buttonClass({})} onClick={() => setIsLeaving(false)}>
          Return to Home
        </Link>
        <Button variant="secondary" pending={logout.isPending} onClick={() => void handleSwitch()}>
          Logout and Switch Account
        </Button>
      </div>
    </GatePanel>
  )
}
