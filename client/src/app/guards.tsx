import { lazy, Suspense, type ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { CurrentUser } from '@shared/accounts'
import { useSession } from '@/features/accounts/use-session'
import { paths } from '@/lib/paths'
import { Spinner } from '@/ui/spinner'

/** Shows its page to a logged-in person; anybody else is sent to the login page. */
export function RequireSession({ children }: { children: ReactNode }) {
  const { user, isLoading } = useSession()
  if (isLoading) return <PageLoading />
  if (!user) return <Redirect to={paths.login} replace />
  return <ReadyAccount user={user}>{children}</ReadyAccount>
}

// Nobody but the administrator ever sees it.
const AccountSetUp = lazy(async () => ({
  default: (await import('./account-set-up')).AccountSetUp,
}))

/** Shows its page once nothing has to be done to the account before; at the same address. */
export function ReadyAccount({ user, children }: { user: CurrentUser; children: ReactNode }) {
  if (!user.missingStep) return children
  return (
    <Suspense fallback={<PageLoading />}>
      <AccountSetUp user={user} step={user.missingStep} />
    </Suspense>
  )
}

/**
 * Stands where a page's code is still loading, half a second late the first time: the code of the
 * page somebody arrives at comes along with the app, and React keeps a spinner for 300 ms at least.
 */
export const PageFallback = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, 500))
  return { default: PageLoading }
})

export function PageLoading() {
  return (
    <div className="flex min-h-[60dvh] items-center justify-center">
      <Spinner label="Loading" />
    </div>
  )
}
